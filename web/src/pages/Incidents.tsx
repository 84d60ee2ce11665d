import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, type Incident as Row, type Troubled } from '../api'
import { useNow } from '../feed'
import { Link, useQueryParam } from '../router'
import { count, money, some, span } from '../words'
import { TroubleList, incidentText, incidentTitle } from '../parts/troubles'
import { Card, Empty, Page, Stat, Stats, When } from '../parts/ui'

const RANGES: [string, string][] = [['1', '24 hours'], ['7', '7 days'], ['30', '30 days']]

export function Incidents() {
  const [range, setRange] = useQueryParam('range')
  const days = Number(range) || 7
  const asked = useQuery({
    queryKey: ['incidents', days],
    queryFn: () => get<{ incidents: Row[] }>('/api/incidents?from=' + new Date(Date.now() - days * 86400e3).toISOString()),
    refetchInterval: 30000,
    placeholderData: (before) => before,
  })
  const found = asked.data?.incidents ?? []
  const ongoing = found.filter((one) => one.ongoing).length
  return (
    <Page
      title="Incidents"
      lead="Failures of one cause that came close together: three or more, without a long pause between them."
      answer={asked.data && (found.length ? `${some(found.length, 'incident')} in ${days === 1 ? '24 hours' : days + ' days'}, ${ongoing ? some(ongoing, 'is', 'are') + ' still going on' : 'none is going on now'}.` : 'No incident in this time.')}
      tone={ongoing ? 'bad' : 'good'}
    >
      <div className="filters">
        <div className="segments" role="group" aria-label="Time range">
          {RANGES.map(([key, name]) => <button key={key} type="button" aria-pressed={Number(key) === days} onClick={() => setRange(key === '7' ? '' : key)}>{name}</button>)}
        </div>
      </div>
      <Card>
        <When asked={asked}>
          {(data) =>
            data.incidents.length ? (
              <ol className="timeline">
                {data.incidents.map((one) => (
                  <li key={one.id} className={'entry ' + (one.ongoing ? 'busy' : one.lost ? 'failed' : 'fine')}>
                    <p>
                      <Link href={'/incidents/' + encodeURIComponent(one.id)}><strong>{incidentTitle(one)}</strong></Link>
                      {one.ongoing && <span className="tag bad">now</span>}
                    </p>
                    <p className="faint">{incidentText(one)}</p>
                  </li>
                ))}
              </ol>
            ) : (
              <Empty title="No incidents">Single failures are on the <Link href="/failures">list of failures</Link>.</Empty>
            )
          }
        </When>
      </Card>
    </Page>
  )
}

export function Incident({ id }: { id: string }) {
  const now = useNow(10000)
  const [copied, setCopied] = useState(false)
  const asked = useQuery({ queryKey: ['incident', id], queryFn: () => get<{ incident: Row; failures: Troubled[] }>('/api/incidents/' + encodeURIComponent(id)) })
  return (
    <When asked={asked} rows={6}>
      {({ incident, failures }) => (
        <Page
          title={incidentTitle(incident)}
          answer={incidentText(incident) + '.'}
          tone={incident.ongoing || incident.lost ? 'bad' : 'good'}
          actions={
            <button type="button" onClick={() => navigator.clipboard?.writeText(location.href).then(() => setCopied(true))}>{copied ? 'Copied' : 'Copy link'}</button>
          }
        >
          <Stats>
            <Stat label="Recovered" value={count(incident.recovered)} tone={incident.recovered ? 'good' : undefined} />
            <Stat label="Lost" value={count(incident.lost)} tone={incident.lost ? 'bad' : undefined} />
            <Stat label="Lasted" value={span(Date.parse(incident.to) - Date.parse(incident.from))} note={incident.ongoing ? 'so far' : undefined} />
            <Stat label="Waited for recovery" value={span(incident.recoveryMs)} note="all of them together" />
            <Stat label="Spent on failures" value={money(incident.wastedMicros)} />
          </Stats>
          <Card title="What belongs to it" aside={failures.length === 200 && <span className="faint">the newest 200</span>}>
            <TroubleList rows={failures} now={now} label="Failures of the incident" />
          </Card>
        </Page>
      )}
    </When>
  )
}
