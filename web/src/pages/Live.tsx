import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, get, type ActiveRetry, type Live as LiveData } from '../api'
import { useNow } from '../feed'
import { Link } from '../router'
import { countdown, errorName, short, some } from '../words'
import { Ago, Card, Empty, ErrorTag, ModelTag, Page, Stat, Stats, Trouble, When } from '../parts/ui'

export function Live() {
  const live = useQuery({ queryKey: ['live'], queryFn: () => get<LiveData>('/api/live'), refetchInterval: 5000 })
  const now = useNow(50)
  // Countdowns follow the server's clock, not this machine's.
  const drift = live.data ? Date.parse(live.data.now) - live.dataUpdatedAt : 0
  return (
    <Page title="Live" lead="What runs now, and what waits for another attempt."
      answer={live.data && (live.data.waiting || live.data.running ? `${some(live.data.waiting, 'operation waits', 'operations wait')} for another attempt, ${some(live.data.running, 'request is', 'requests are')} under way.` : 'Nothing runs and nothing waits.')}
      tone={live.data?.waiting ? 'held' : 'good'}>
      <When asked={live}>
        {(data) => (
          <>
            <Stats>
              <Stat label="Waiting for another attempt" value={data.waiting} tone={data.waiting ? 'bad' : undefined} />
              <Stat label="Requests under way" value={data.running} />
            </Stats>
            <Card title="Waiting">
              {data.retries.length ? (
                <ul className="waits">
                  {data.retries.map((retry) => (
                    <Waiting key={retry.requestId} retry={retry} now={now + drift} />
                  ))}
                </ul>
              ) : (
                <Empty title="Nothing waits">
                  When a provider fails, the request shows up here with the countdown to its next attempt.
                </Empty>
              )}
            </Card>
            <Card title="Under way">
              {data.requests.length ? (
                <table className="list" aria-label="Requests under way">
                  <thead>
                    <tr><th scope="col">Session</th><th scope="col">Project</th><th scope="col">Model</th><th scope="col" className="num">Since</th></tr>
                  </thead>
                  <tbody>
                    {data.requests.map((request) => (
                      <tr key={request.requestId}>
                        <td><Link href={'/sessions/' + encodeURIComponent(request.session)}>{short(request.session)}</Link></td>
                        <td>{request.project}</td>
                        <td><ModelTag model={request.model} /></td>
                        <td className="num"><Ago at={request.since} now={now + drift} /></td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              ) : (
                <Empty title="No request is under way">
                  <p>Point an agent at this server and it appears here:</p>
                  <code>ANTHROPIC_BASE_URL={location.origin} claude</code>
                </Empty>
              )}
            </Card>
          </>
        )}
      </When>
    </Page>
  )
}

function Waiting({ retry, now }: { retry: ActiveRetry; now: number }) {
  const queries = useQueryClient()
  const [wrong, setWrong] = useState<unknown>(null)
  const left = retry.nextRetryAt ? Math.max(0, (Date.parse(retry.nextRetryAt) - now) / 1000) : null
  const act = (what: string) =>
    call('POST', `/api/live/${encodeURIComponent(retry.requestId)}/${what}`)
      .then(() => setWrong(null), setWrong)
      .finally(() => queries.invalidateQueries({ queryKey: ['live'] }))
  return (
    <li className="wait">
      <div className="count" aria-live="off">
        {left == null ? <span className="trying">trying</span> : <><strong>{countdown(left)}</strong><small>{left < 60 ? 's' : 'min'}</small></>}
      </div>
      <div className="wait-what">
        <p>
          Attempt <strong>{retry.attempt}</strong> of {retry.maxAttempts}
          {retry.session && <> in session <Link href={'/sessions/' + encodeURIComponent(retry.session)}>{short(retry.session)}</Link></>}
          {retry.runId && <> of <Link href={'/runs/' + encodeURIComponent(retry.runId)}>{retry.operationId}</Link></>}
          <ErrorTag type={retry.failureType} />
          <ModelTag model={retry.model} />
        </p>
        {retry.errorMessage !== errorName(retry.failureType) && <p className="faint">{retry.errorMessage}</p>}
        {!!wrong && <Trouble error={wrong} />}
      </div>
      {!retry.runId && <div className="actions">
        <button type="button" onClick={() => act('retry-now')} disabled={left == null}>Retry now</button>
        <button type="button" className="quiet" onClick={() => act('cancel')} disabled={left == null}>Give up</button>
      </div>}
    </li>
  )
}
