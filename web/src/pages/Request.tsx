import { useQuery } from '@tanstack/react-query'
import { get, type SessionRequest } from '../api'
import { Link } from '../router'
import { clock, count, day, errorName, money, short, some, span } from '../words'
import { Card, ErrorTag, ModelTag, Page, Stat, Stats, When } from '../parts/ui'

interface Header { name: string; value: string }
interface Bar { name: string; from: number; to: number; kind: 'failed' | 'fine' | 'wait'; text: string }

export function Request({ session, id }: { session: string; id: string }) {
  const path = `/api/sessions/${encodeURIComponent(session)}/requests/${encodeURIComponent(id)}`
  const asked = useQuery({ queryKey: ['request', id], queryFn: () => get<{ request: SessionRequest; headers: Header[] | null }>(path) })
  return (
    <When asked={asked} rows={6}>
      {({ request, headers }) => {
        const failed = request.attempts.filter((one) => !one.succeeded)
        const end = request.success === undefined ? 'It is still under way.' : request.success ? (failed.length ? `It was answered after ${some(failed.length, 'failed attempt')}.` : 'It was answered at the first attempt.') : `It was not answered: ${errorName(request.failureType ?? failed.at(-1)?.failureType).toLowerCase() || 'no attempt worked'}.`
        return (
          <Page
            title={'Request ' + short(id, 40)}
            lead={<><span className="lead-label">Session</span> <Link href={'/sessions/' + encodeURIComponent(session)}>{short(session, 40)}</Link> <span className="lead-label">Model</span> <ModelTag model={request.model} /></>}
            answer={end}
            tone={request.success === false ? 'bad' : 'good'}
          >
            <Stats>
              <Stat label="Took" value={span(request.durationMs)} note={`started ${day(request.startedAt)}`} />
              {request.firstByteMs != null && <Stat label="First content" value={span(request.firstByteMs)} note={request.streamed ? 'streamed' : 'sent whole'} />}
              <Stat label="Status" value={request.status || '–'} note="what the client saw" />
              <Stat label="Attempts" value={count(request.attempts.length)} note={request.clientRetries ? `the client itself sent it ${request.clientRetries + 1} times` : undefined} />
              <Stat label="Tokens" value={count((request.inputTokens ?? 0) + (request.outputTokens ?? 0))} note={`${count(request.outputTokens)} written`} />
              <Stat label="Cost" value={money(request.costMicros)} note={request.wastedMicros ? `${money(request.wastedMicros)} of it on failed attempts` : undefined} />
            </Stats>
            <Card title="Attempts and waits" aside={<Route request={request} />}>
              <Waterfall request={request} />
            </Card>
            <Card title="What each attempt said">
              <ol className="attempts">
                {request.attempts.map((attempt) => (
                  <li key={attempt.attemptNumber} className={attempt.succeeded ? 'fine' : 'failed'}>
                    <span className="n">Attempt {attempt.attemptNumber}</span>
                    {attempt.succeeded ? <span className="tag good">worked</span> : <ErrorTag type={attempt.failureType} />}
                    <ModelTag model={attempt.model} />
                    <span>{attempt.errorMessage}</span>
                    <span className="faint">{clock(attempt.timestamp)}{attempt.rule ? `, recognised by ${attempt.rule}` : ''}</span>
                  </li>
                ))}
              </ol>
            </Card>
            <Card title="Headers of the client">
              {headers?.length ? (
                <table className="list headers" aria-label="Headers of the client">
                  <tbody>{headers.map((one, i) => <tr key={i}><th scope="row">{one.name}</th><td className="wrap">{one.value}</td></tr>)}</tbody>
                </table>
              ) : (
                <p className="faint">Headers are kept in memory for the last request of a session only, and never stored.</p>
              )}
            </Card>
          </Page>
        )
      }}
    </When>
  )
}

/** Which upstreams were asked, in order, and with which model in the end. */
function Route({ request }: { request: SessionRequest }) {
  const route = request.attempts.map((one) => one.upstream ?? request.upstream ?? request.provider).filter((one, i, all) => i === 0 || one !== all[i - 1])
  return (
    <span className="faint">
      Route: {route.join(' → ') || request.provider}
      {request.requestedModel && request.requestedModel !== request.model ? `; asked for ${request.requestedModel}, answered by ${request.model}` : ''}
      {request.runId && <>; for <Link href={'/runs/' + encodeURIComponent(request.runId)}>step {request.stepId}</Link></>}
    </span>
  )
}

/** Attempts and waits on one scale, from the arrival to the end. */
function Waterfall({ request }: { request: SessionRequest }) {
  const start = Date.parse(request.startedAt ?? request.attempts[0]?.timestamp ?? request.endedAt ?? '')
  const end = Math.max(request.endedAt ? Date.parse(request.endedAt) : Date.now(), start + 1)
  const bars: Bar[] = []
  let at = start
  request.attempts.forEach((attempt) => {
    const done = Math.max(at, Date.parse(attempt.timestamp))
    bars.push({ name: `Attempt ${attempt.attemptNumber}`, from: at, to: done, kind: attempt.succeeded ? 'fine' : 'failed', text: attempt.succeeded ? `worked in ${span(done - at)}${request.firstByteMs ? `, first content at ${span(request.firstByteMs)}` : ''}` : `${errorName(attempt.failureType)} after ${span(done - at)}` })
    at = done
    if (attempt.waitedMs) {
      const next = Math.min(end, at + attempt.waitedMs)
      bars.push({ name: 'Wait', from: at, to: next, kind: 'wait', text: `waited ${span(attempt.waitedMs)}` })
      at = next
    }
  })
  const first = request.firstByteMs && request.firstByteMs < end - start ? start + request.firstByteMs : null
  const x = (time: number) => ((time - start) / (end - start)) * 100
  return (
    <table className="bars waterfall" aria-label="Attempts and waits">
      <tbody>
        {bars.map((bar, i) => (
          <tr key={i}>
            <th scope="row">{bar.name}</th>
            <td className="bar-cell">
              <svg className="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className="track" width="100" height="8" />
                <rect className={bar.kind} x={x(bar.from)} width={Math.max(0.6, x(bar.to) - x(bar.from))} height="8" />
                {bar.kind === 'fine' && first != null && <rect className="mark" x={x(first)} width="0.5" height="8" />}
              </svg>
            </td>
            <td className="num faint">{bar.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
