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
  succeeded: boolean
  model: string
}

export interface EscalationRecord {
  fromModel: string
  toModel: string
  reason: string
  timestamp: string
  costBeforeMicros?: number | null
  costEstimateMicros?: number | null
  costActualMicros?: number
}

export interface SessionRow {
  id: string
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
  error?: string | null
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
}

export interface Named { name: string; figures: Figures }

export interface Failures {
  totalFailures: number
  byErrorType: Record<ErrorType, number>
  byModel: Record<string, number>
  topErrorMessages: { message: string; count: number }[]
  failureRateByDay: Record<string, number | null>
  total: Figures
  types: Named[]
  models: Named[]
  projects: Named[]
  stages: Named[]
  days: Record<string, Figures>
  promptPatterns: { pattern: string; requests: number; failures: number }[]
  recovery: { recovered: number; lost: number; rate: number | null; meanRecoveryMs: number | null }
  runs: { started: number; modelEscalations: number; fallbacks: number; escalationRate: number | null; averageRepairIterations: number | null }
  savedMicros: number
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
  attemptsMade: (RetryAttempt & { strategy: string | null; durationMs: number })[]
  verifications: { at: string; attempt: number; passed: boolean; outcome: string; tests: number; failures: number; durationMs: number; summary: string }[]
  candidates: { candidate: number; valid: boolean; model: string | null; variation: string; error: string | null }[]
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
