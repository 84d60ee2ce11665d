import type { Incident, Troubled } from '../api'
import { Link } from '../router'
import { count, day, errorName, readable, short, some, sourceName, span } from '../words'
import { Ago, ErrorTag, ModelTag, OutcomeTag } from './ui'

/** Where one can read how it went. */
export const troubleLink = (row: Troubled) =>
  row.layer === 'provider'
    ? row.session
      ? `/sessions/${encodeURIComponent(row.session)}/requests/${encodeURIComponent(row.operationId)}`
      : '/failures'
    : `/runs/${encodeURIComponent(row.runId)}`

/** Requests and operations that failed at least once, each a link. */
export function TroubleList({ rows, now, label, brief }: { rows: Troubled[]; now: number; label: string; brief?: boolean }) {
  return (
    <ul className="troubles" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className="what">
            {!brief && <OutcomeTag outcome={row.outcome} />}
            <Link href={troubleLink(row)}>{row.layer === 'provider' ? short(row.session || row.operationId) : row.operationId}</Link>
            <ErrorTag type={row.failureType} />
            <ModelTag model={row.model} />
            {!brief && row.project && <span className="faint">{row.project}</span>}
            <span className="faint when"><Ago at={row.at} now={now} /></span>
          </div>
          <div className="message" title={row.message}>
            {some(row.failedAttempts, 'failed attempt')}
            {row.outcome === 'recovered' && `, recovered after ${span(row.recoveryMs)}`}: {readable(row.message)}
          </div>
        </li>
      ))}
    </ul>
  )
}

const until = (incident: Incident) =>
  incident.ongoing ? 'still going on' : new Date(incident.from).toDateString() === new Date(incident.to).toDateString() ? 'until ' + day(incident.to).split(', ').at(-1) : 'until ' + day(incident.to)

export const incidentTitle = (incident: Incident) => `${sourceName(incident.provider)}: ${errorName(incident.failureType).toLowerCase()}`

export const incidentText = (incident: Incident) =>
  `${day(incident.from)}, ${until(incident)}: ${count(incident.recovered)} recovered, ${count(incident.lost)} lost` +
  (incident.refused ? `, ${count(incident.refused)} refused` : '') +
  `, ${some(incident.sessions, incident.layer === 'provider' ? 'session' : 'run')}`
