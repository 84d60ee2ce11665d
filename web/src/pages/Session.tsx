import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Problem, call, get, type EscalationRecord, type ManualRetry, type SessionDetail, type SessionRequest } from '../api'
import { useNow } from '../feed'
import { Link } from '../router'
import { clock, count, day, errorName, exact, money, reasonName, short, some, span, titled } from '../words'
import { Card, Dialog, Empty, ErrorTag, Field, Loading, ModelTag, Page, Stat, Stats, Trouble, When } from '../parts/ui'

interface Estimate {
  fromModel: string
  toModel: string
  currentMicros: number | null
  targetMicros: number | null
  differenceMicros: number | null
  inputTokens: number | null
  outputTokens: number | null
  basis: string
  ladder: string[]
}

export function Session({ id }: { id: string }) {
  const path = '/api/sessions/' + encodeURIComponent(id)
  const [events, setEvents] = useState(200)
  const session = useQuery({ queryKey: ['session', id, events], queryFn: () => get<SessionDetail>(path + '?events=' + events), placeholderData: (before) => before })
  const [open, setOpen] = useState<'retry' | 'escalate' | null>(null)
  return (
    <When asked={session} rows={8}>
      {(data) => (
        <Page
          title={data.totals?.title ? titled(data.totals.title, 90) : 'Session ' + short(id, 40)}
          answer={data.totals && `${some(data.totals.requests, 'request')}: ${count(data.totals.recovered)} rescued, ${count(data.totals.lost)} lost, ${money(data.totals.costMicros)} spent.`}
          lead={
            <>
              <span className="lead-label">Session</span> <code>{short(id, 40)}</code>
              <span className="lead-label">Model</span> <ModelTag model={data.escalatedTo ?? data.model} />
               {data.escalatedTo && <span className="tag up">escalated from {data.model}</span>}
              <span className="lead-label">Project</span> {data.project || '–'}
            </>
          }
          actions={
            <>
              <button type="button" disabled={!data.canRetry} title={data.canRetry ? undefined : 'The last request is not in memory any more'} onClick={() => setOpen('retry')}>
                Retry with error context
              </button>
              <button type="button" className="primary" disabled={!data.canEscalate} title={data.canEscalate ? undefined : 'The session has sent nothing yet'} onClick={() => setOpen('escalate')}>
                Escalate
              </button>
            </>
          }
        >
          <Totals data={data} />
          <Card title="Timeline" aside={<span className="faint">newest first, nothing is overwritten</span>}>
            <Timeline data={data} onOpen={setOpen} />
            {data.earlier && events < 5000 && (
              <button type="button" disabled={session.isFetching} onClick={() => setEvents(Math.min(5000, events * 3))}>Show earlier requests</button>
            )}
          </Card>
          {open === 'retry' && <RetryDialog id={id} path={path} onClose={() => setOpen(null)} />}
          {open === 'escalate' && <EscalateDialog id={id} path={path} onClose={() => setOpen(null)} />}
        </Page>
      )}
    </When>
  )
}

function Totals({ data }: { data: SessionDetail }) {
  const totals = data.totals
  if (!totals) return null
  return (
    <Stats>
      <Stat label="Requests" value={count(totals.requests)} note={data.upstreamCalls ? `${count(data.upstreamCalls)} ${data.upstreamCalls === 1 ? 'call' : 'calls'} to the provider` : undefined} />
      <Stat label="Retry count" value={count(totals.retries)} />
      <Stat label="Failed" value={count(totals.failures)} tone={totals.failures ? 'bad' : undefined} />
      <Stat label="Tokens" value={count(totals.inputTokens + totals.outputTokens)} note={`${count(totals.outputTokens)} written`} />
      <Stat label="Cost" value={money(totals.costMicros)} note={totals.wastedMicros ? `${money(totals.wastedMicros)} on failures` : undefined} />
    </Stats>
  )
}

type Entry =
  | { at: string; kind: 'request'; it: SessionRequest }
  | { at: string; kind: 'model'; it: EscalationRecord }
  | { at: string; kind: 'retry'; it: ManualRetry }

const costs = (it: EscalationRecord) => {
  if (it.costEstimateMicros == null) return null
  const before = it.costBeforeMicros == null ? '' : ` instead of ${money(it.costBeforeMicros)}`
  const after = it.costActualMicros == null ? 'not used yet' : `it cost ${money(it.costActualMicros)}`
  return `next call estimated at ${money(it.costEstimateMicros)}${before}; ${after}`
}

function Timeline({ data, onOpen }: { data: SessionDetail; onOpen: (what: 'retry' | 'escalate') => void }) {
  const entries: Entry[] = [
    ...data.requests.map((it): Entry => ({ at: it.startedAt ?? it.endedAt ?? '', kind: 'request', it })),
    ...data.escalations.map((it): Entry => ({ at: it.timestamp, kind: 'model', it })),
    ...data.retries.map((it): Entry => ({ at: it.at, kind: 'retry', it })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  if (!entries.length) return <Empty title="Nothing recorded yet" />
  return (
    <ol className="timeline">
      {entries.map((entry) => {
        switch (entry.kind) {
          case 'request':
            return <RequestEntry key={entry.it.requestId} request={entry.it} newest={entry.it === data.requests[0]} data={data} onOpen={onOpen} />
          case 'model':
            return (
              <li key={'m' + entry.at} className="entry change">
                <p>
                  <time dateTime={entry.at}>{day(entry.at)}</time>{' '}
                  {entry.it.toUpstream ? (
                    <>Upstream changed: <strong>{entry.it.fromUpstream}</strong> → <strong>{entry.it.toUpstream}</strong> <span className="faint">{errorName(entry.it.why)}</span></>
                  ) : (
                    <>Model changed: <ModelTag model={entry.it.fromModel} /> → <ModelTag model={entry.it.toModel} /> <span className="faint">{reasonName(entry.it.reason)}</span></>
                  )}
                </p>
                {costs(entry.it) && <p className="faint">{costs(entry.it)}</p>}
              </li>
            )
          case 'retry':
            return (
              <li key={entry.it.id} className="entry by-hand">
                <p>
                  <time dateTime={entry.at}>{day(entry.at)}</time> <strong>Retry by hand {entry.it.attemptNumber}</strong>
                  {entry.it.withContext ? ' with error context' : ''} <ModelTag model={entry.it.model} />
                  {!entry.it.answer && <span className="tag busy">running</span>}
                </p>
                {entry.it.answer && <pre className="said">{entry.it.answer}</pre>}
              </li>
            )
        }
      })}
    </ol>
  )
}

function RequestEntry({ request, newest, data, onOpen }: { request: SessionRequest; newest: boolean; data: SessionDetail; onOpen: (what: 'retry' | 'escalate') => void }) {
  const running = request.success === undefined
  const failed = request.success === false
  const last = request.attempts.at(-1)
  const now = useNow(running ? 250 : 60000)
  const waitsUntil = running && last && !last.succeeded && last.delayMs ? Date.parse(last.timestamp) + last.delayMs : 0
  return (
    <li className={'entry ' + (running ? 'busy' : failed ? 'failed' : 'fine')}>
      <p>
        <Link href={`/sessions/${encodeURIComponent(data.id)}/requests/${encodeURIComponent(request.requestId)}`}><time dateTime={request.startedAt} title={exact(request.startedAt)}>{day(request.startedAt ?? request.endedAt)}</time></Link>
        <ModelTag model={request.model} />
        {running ? (
          <span className="tag busy" role="status">
            {last ? `retry ${request.attempts.length} in progress` : 'under way'}
            {waitsUntil > now ? `, next attempt in ${((waitsUntil - now) / 1000).toFixed(1)} s` : ''}
          </span>
        ) : failed ? (
          <span className="tag bad">{request.attempts.length ? `failed after ${some(request.attempts.length, 'attempt')}` : 'failed'}</span>
        ) : (request.retryCount ?? 0) > 0 ? (
          <span className="tag good">recovered after {request.retryCount} {request.retryCount === 1 ? 'retry' : 'retries'}</span>
        ) : (
          <span className="tag good">answered</span>
        )}
        <span className="faint">
          {request.durationMs !== undefined && span(request.durationMs)}
          {request.costMicros ? ' · ' + money(request.costMicros) : ''}
          {request.clientRetries ? ` · the client itself tried ${request.clientRetries + 1} times` : ''}
        </span>
      </p>
      {failed && request.attempts.length === 0 && request.error && (
        // Refused before a call, or told what an earlier request of the session was told.
        <p><ErrorTag type={request.failureType} /> {request.error}</p>
      )}
      {(failed || request.attempts.length > 1 || running) && request.attempts.length > 0 && (
        <ol className="attempts">
          {request.attempts.map((attempt) => (
            <li key={attempt.attemptNumber} className={attempt.succeeded ? 'fine' : 'failed'}>
              <span className="n">Attempt {attempt.attemptNumber}</span>
              {attempt.succeeded ? <span className="tag good">worked</span> : <ErrorTag type={attempt.failureType} />}
              {attempt.model !== request.model && <ModelTag model={attempt.model} />}
              <span>{attempt.errorMessage}</span>
              <span className="faint">
                {clock(attempt.timestamp)}
                {attempt.waitedMs ? `, then waited ${span(attempt.waitedMs)}` : ''}
              </span>
            </li>
          ))}
        </ol>
      )}
      {failed && newest && (
        <div className="actions">
          {data.canRetry && <button type="button" onClick={() => onOpen('retry')}>Retry with error context</button>}
          {data.canEscalate && <button type="button" onClick={() => onOpen('escalate')}>Escalate</button>}
        </div>
      )}
    </li>
  )
}

function RetryDialog({ id, path, onClose }: { id: string; path: string; onClose: () => void }) {
  const queries = useQueryClient()
  const preview = useQuery({
    queryKey: ['retry-preview', id],
    queryFn: () => get<{ prompt: string; errorMessage: string | null; errorType: string | null; failed: boolean; model: string }>(path + '/retry'),
    staleTime: 0,
    gcTime: 0,
  })
  const [prompt, setPrompt] = useState<string | null>(null)
  const [error, setError] = useState('')
  const [output, setOutput] = useState('')
  useEffect(() => {
    if (preview.data && prompt === null) setPrompt(preview.data.prompt)
  }, [preview.data, prompt])
  const retry = useMutation({
    mutationFn: () => call('POST', path + '/retry', { prompt }),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: ['session', id] })
      onClose()
    },
  })
  const withError = () =>
    call<{ prompt: string }>('POST', path + '/retry/preview', { errorMessage: error, failedOutput: output }).then((fresh) => setPrompt(fresh.prompt))
  return (
    <Dialog title="Retry with error context" onClose={onClose}>
      {preview.isPending ? (
        <Loading rows={4} />
      ) : preview.error ? (
        <Trouble error={preview.error} />
      ) : (
        <>
          <p className="faint">
            The last request is sent again with this message at its end. The attempt before stays in the timeline.
          </p>
          {preview.data?.failed ? (
            <p>
              <ErrorTag type={preview.data.errorType} /> {preview.data.errorMessage}
            </p>
          ) : (
            <>
              <Field label="What was wrong with the answer?" hint="The request itself worked. Paste the error and its stack trace.">
                <textarea rows={3} value={error} onChange={(event) => setError(event.target.value)} />
              </Field>
              <Field label="What came out?" hint="The part of the answer that failed, if that helps.">
                <textarea rows={2} value={output} onChange={(event) => setOutput(event.target.value)} />
              </Field>
              <button type="button" onClick={withError} disabled={!error && !output}>Put it in</button>
            </>
          )}
          <Field label="Message to the model">
            <textarea className="mono" rows={12} value={prompt ?? ''} onChange={(event) => setPrompt(event.target.value)} />
          </Field>
          {retry.error && <Trouble error={retry.error} />}
          {retry.error instanceof Problem && retry.error.status === 401 && <Link href="/login">Log in</Link>}
          <div className="actions end">
            <button type="button" className="quiet" onClick={onClose}>Cancel</button>
            <button type="button" className="primary" disabled={retry.isPending} onClick={() => retry.mutate()}>Send it again</button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function EscalateDialog({ id, path, onClose }: { id: string; path: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [model, setModel] = useState('')
  const estimate = useQuery({
    queryKey: ['estimate', id, model],
    queryFn: () => get<Estimate>(path + '/estimate' + (model ? '?model=' + encodeURIComponent(model) : '')),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const escalate = useMutation({
    mutationFn: () => call('POST', path + '/escalate', { model: estimate.data?.toModel }),
    onSuccess: () => {
      queries.invalidateQueries()
      onClose()
    },
  })
  const data = estimate.data
  const above = data ? data.ladder.slice(data.ladder.indexOf(data.fromModel) + 1) : []
  return (
    <Dialog title="Escalate to a more capable model" onClose={onClose}>
      {!data && estimate.isPending ? (
        <Loading rows={3} />
      ) : !data ? (
        <Trouble error={estimate.error} />
      ) : (
        <>
          <p className="ladder" aria-label="Ladder of models">
            {data.ladder.map((rung, i) => (
              <span key={rung}>
                {i > 0 && ' → '}
                <span className={'tag model' + (rung === data.fromModel ? ' here' : rung === data.toModel ? ' target' : '')}>{rung}</span>
              </span>
            ))}
          </p>
          {above.length > 1 && (
            <Field label="Model">
              <select value={data.toModel} onChange={(event) => setModel(event.target.value)}>
                {above.map((name) => <option key={name}>{name}</option>)}
              </select>
            </Field>
          )}
          <Stats>
            <Stat label={'Next call on ' + data.fromModel} value={money(data.currentMicros)} />
            <Stat label={'Next call on ' + data.toModel} value={money(data.targetMicros)} />
            <Stat label="Difference" value={(data.differenceMicros ?? 0) > 0 ? '+' + money(data.differenceMicros) : money(data.differenceMicros)} />
          </Stats>
          <p className="faint">
            {data.basis === 'measured'
              ? `From what this session really used: ${count(data.inputTokens)} tokens read, ${count(data.outputTokens)} written.`
              : data.basis === 'guessed'
                ? 'Guessed from the size of the last request: this session has had no answer yet.'
                : 'Prices of these models are not known.'}{' '}
            The conversation stays as it is; the next request goes to the new model.
          </p>
          {escalate.error && <Trouble error={escalate.error} />}
          <div className="actions end">
            <button type="button" className="quiet" onClick={onClose}>Cancel</button>
            <button type="button" className="primary" disabled={escalate.isPending} onClick={() => escalate.mutate()}>Escalate to {data.toModel}</button>
          </div>
        </>
      )}
    </Dialog>
  )
}
