/** Calls to the server. Every failure becomes a Problem with words for people. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    detail: string,
    readonly field?: string,
  ) {
    super(detail)
  }
}

export async function call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  return (await raw(method, path, body, headers)).data as T
}

export async function raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: {
        'x-mulligan-csrf': '1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Problem(0, 'Not reachable', 'The server does not answer. Is mulligan serve still running?')
  }
  const text = await answer.text()
  const data = text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  if (!answer.ok) {
    throw new Problem(answer.status, data?.title ?? 'Error', data?.detail ?? `The server answered ${answer.status}.`, data?.field ?? undefined)
  }
  return { data, etag: answer.headers.get('etag') }
}

export const get = <T,>(path: string) => call<T>('GET', path)

export type ErrorType =
  | 'rate_limit' | 'server_error' | 'timeout' | 'context_limit'
  | 'content_filter' | 'invalid_request' | 'auth_error' | 'unknown'

export interface RetryPolicy {
  id: string
  name: string
  maxRetries: number
  maxAttempts: number
  backoffBase: number
  backoffMultiplier: number
  maxBackoff: number
  retryableErrors: ErrorType[]
  autoEscalate: boolean
  escalateAfterRetries: number
  backoff: string
  jitter: string
  attemptTimeout: number | null
  deadline: number | null
  delays: number[]
  warnings?: { field: string; message: string }[]
  changes?: { field: string; from: unknown; to: unknown }[]
  inherited?: boolean
  changed?: boolean
  version?: number
  purpose?: string
}

export interface RetryAttempt {
  attemptNumber: number
  error: ErrorType | null
  failureType: string | null
  errorMessage: string | null
  rule: string | null
  timestamp: string
  delayMs: number
  waitedMs: number
  succeeded: boolean
  model: string
  upstream?: string | null
}

export interface EscalationRecord {
  fromModel: string
  toModel: string
  reason: string
  timestamp: string
  costBeforeMicros?: number | null
  costEstimateMicros?: number | null
  costActualMicros?: number
  fromUpstream?: string | null
  toUpstream?: string | null
  why?: string | null
}

export interface SessionRow {
  id: string
  title: string
  recovered: number
  lost: number
  project: string
  model: string
  escalatedTo: string | null
  requests: number
  failures: number
  retries: number
  costMicros: number
  wastedMicros: number
  inputTokens: number
  outputTokens: number
  firstAt: string
  lastAt: string
}

export interface SessionRequest {
  requestId: string
  startedAt?: string
  endedAt?: string
  model: string
  requestedModel?: string
  provider: string
  status?: number
  success?: boolean
  retryCount?: number
  durationMs?: number
  costMicros?: number
  inputTokens?: number
  outputTokens?: number
  clientRetries?: number
  wastedMicros?: number
  streamed?: boolean
  upstream?: string
  firstByteMs?: number
  runId?: string
  stepId?: string
  error?: string | null
  failureType?: string | null
  attempts: RetryAttempt[]
}

export interface ManualRetry {
  id: string
  at: string
  attemptNumber: number
  model: string | null
  withContext: boolean
  answer?: string
}

export interface SessionDetail {
  id: string
  project: string
  model: string
  escalatedTo: string | null
  canEscalate: boolean
  canRetry: boolean
  totals: SessionRow | null
  upstreamCalls: number | null
  earlier: boolean
  requests: SessionRequest[]
  escalations: EscalationRecord[]
  retries: ManualRetry[]
}

export interface ActiveRetry {
  requestId: string
  runId?: string
  operationId?: string
  session: string | null
  project: string | null
  model: string | null
  provider: string | null
  since: string | null
  attempt: number
  maxAttempts: number
  nextRetryAt: string | null
  failureType: string
  errorMessage: string
}

export interface Live {
  now: string
  position: number
  waiting: number
  running: number
  retries: ActiveRetry[]
  requests: { requestId: string; since: string; provider: string; model: string; session: string; project: string }[]
}

export interface Figures {
  requests: number
  failures: number
  failureRate: number | null
  retried: number
  retries: number
  clientRetries: number
  costMicros: number
  wastedMicros: number
  failedAttempts: number
  recovered: number
  lost: number
  refused: number
  recoveryMs: number
  rescuedMicros: number
  unpriced: number
}

export interface Named { name: string; figures: Figures }

export interface Failures {
  totalFailures: number
  byErrorType: Record<ErrorType, number>
  byModel: Record<string, number>
  topErrorMessages: { message: string; count: number; unrecovered: number }[]
  failureRateByDay: Record<string, number | null>
  total: Figures
  types: Named[]
  models: Named[]
  projects: Named[]
  stages: Named[]
  days: Record<string, Figures>
  layers: Named[]
  step: 'hour' | 'day'
  series: { at: string; figures: Figures }[]
  promptPatterns: { pattern: string; requests: number; failures: number }[] | null
  recovery: {
    recovered: number
    lost: number
    refused: number
    rate: number | null
    meanRecoveryMs: number | null
    waits: { p50Ms: number; p95Ms: number; p99Ms: number } | null
  }
  runs: {
    started: number
    passed: number
    failed: number
    modelEscalations: number
    fallbacks: number
    escalationRate: number | null
    averageRepairIterations: number | null
    diagnosisRate: number | null
  } | null
  unpriced: string[]
  alerts: { name: string; value: number; threshold: number; sentence: string }[]
}

export interface RunRow {
  id: string
  project: string
  name: string
  level: string
  status: string
  startedAt: string
  endedAt: string | null
  lastAt: string
  costMicros: number
  repairs: number
  stepsPassed: number
  stepsFailed: number
}

export interface RunStep {
  id: string
  status: string
  stage?: string
  level?: string
  needs?: string[]
  outcome?: string
  durationMs?: number
  costMicros?: number
  error?: string | null
  repairs?: number
  selected?: { candidate: number; how: string; passed: boolean }
  judge?: string[]
  attemptsMade: (RetryAttempt & { strategy: string | null; durationMs: number; costMicros?: number })[]
  verifications: { at: string; attempt: number; passed: boolean; outcome: string; tests: number; failures: number; durationMs: number; summary: string }[]
  timeline: { at: string; kind: string; text: string; good?: boolean | null; ms?: number | null; costMicros?: number | null; artifact?: string | null; detail?: string | null }[]
  output?: string
  candidates: { round: number; artifact: string | null; candidate: number; valid: boolean; model: string | null; variation: string; error: string | null }[]
  patches: { attempt: number; files?: string[]; lines?: number; artifact?: string; applied?: string; kind?: string; file?: string; error?: string }[]
  diagnosis: string[]
}

export interface RunDetail {
  run: RunRow
  steps: RunStep[]
  notes: { at?: string; kind: string; text: string }[]
  escalations: { timestamp: string; kind: string; subject: string; from: string; to: string; reason: string }[]
  truncated: boolean
}

export interface Question {
  id: string
  runId: string
  text: string
  choices: string[]
  askedAt: string
  answeredAt: string | null
  answer: string
  answeredBy: string
}

export interface Prediction {
  policy: string
  cases: number
  recovery: Interval
  attempts: Interval
  waitMs: Interval
  guessed: number
}
export interface Interval { value: number; low: number; high: number }

export interface Troubled {
  id: string
  at: string
  layer: string
  outcome: 'recovered' | 'lost' | 'refused'
  provider: string
  project: string
  model: string
  stage: string
  session: string
  runId: string
  operationId: string
  failureType: string
  status: number
  failedAttempts: number
  recoveryMs: number
  costMicros: number
  wastedMicros: number
  message: string
}

export interface Incident {
  id: string
  layer: string
  provider: string
  failureType: string
  from: string
  to: string
  recovered: number
  lost: number
  refused: number
  sessions: number
  recoveryMs: number
  wastedMicros: number
  ongoing: boolean
}

export interface Period { total: Figures; requests: Figures; attempts: Figures; runsStarted: number | null }

/** What a provider said is left of an account's allowance. */
export interface RateWindow { upstream: string; model: string; what: string; share: number; left: number | null; limit: number | null; resetsAt: string | null; toldAt: string }

export interface Overview {
  now: string
  hour: Period
  day: Period
  dayBefore: Period
  series: { at: string; figures: Figures }[]
  health: { model: string; provider: string | null; hour: Figures; day: Figures }[]
  circuits: { scope: string; probeAt: string }[]
  rateWindows: RateWindow[]
  rescues: Troubled[]
  losses: Troubled[]
  incidents: Incident[]
  runs: { id: string; name: string; project: string; status: string; startedAt: string; stepsPassed: number; stepsFailed: number }[]
  unpriced: string[]
  alerts: string[]
}
