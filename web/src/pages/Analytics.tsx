import { useQuery } from '@tanstack/react-query'
import { get, type Failures, type Figures, type Named } from '../api'
import { Link, useQueryParam } from '../router'
import { FAILURE_TYPES, count, errorName, money, percent, some, span } from '../words'
import { Bars } from '../parts/charts'
import { ModelSelect, ProjectSelect } from '../parts/filters'
import { Series } from '../parts/series'
import { Card, Empty, Page, Stat, Stats, When } from '../parts/ui'

const RANGES: [string, string, number][] = [['1', '24 hours', 1], ['3', '3 days', 3], ['7', '7 days', 7], ['30', '30 days', 30], ['90', '90 days', 90]]
const HOUR = 3600e3
/** Below this many a rate says little, and the page says so. */
const FEW = 20

type Filter = Record<string, string>

export function Analytics() {
  const [range, setRange] = useQueryParam('range')
  const [project, setProject] = useQueryParam('project')
  const [model, setModel] = useQueryParam('model')
  const [type, setType] = useQueryParam('type')
  const [layer, setLayer] = useQueryParam('layer')
  const days = RANGES.find(([key]) => key === range)?.[2] ?? 30
  // Whole hours: the question stays the same while the page is open, and so does its cached answer.
  const to = Math.ceil(Date.now() / HOUR) * HOUR
  const from = to - days * 24 * HOUR
  const shown = layer || 'provider'
  const filter: Filter = { layer: shown, ...(project && { project }), ...(model && { model }), ...(type && { type }) }
  const ask = (start: number, end: number) => '/api/analytics/failures?' + new URLSearchParams({ from: new Date(start).toISOString(), to: new Date(end).toISOString(), ...filter })
  const path = ask(from, to)
  const failures = useQuery({ queryKey: ['analytics', path], queryFn: () => get<Failures>(path), refetchInterval: 30000, placeholderData: (before) => before })
  const earlier = ask(from - (to - from), from)
  const before = useQuery({ queryKey: ['analytics', earlier], queryFn: () => get<Failures>(earlier), staleTime: 300000 })
  const data = failures.data
  return (
    <Page
      title="Analytics"
      lead="What fails, how often, at what cost, and how it ended."
      answer={data && sentence(data, before.data, shown)}
      actions={
        <>
          <a className="button" href={path + '&format=csv'} download>CSV</a>
          <a className="button" href={path + '&format=json'} download="failures.json">JSON</a>
          <a className="button" href={path + '&format=ndjson'} download>NDJSON</a>
        </>
      }
    >
      <div className="filters">
        <div className="segments" role="group" aria-label="Requests or steps">
          <button type="button" aria-pressed={shown === 'provider'} onClick={() => setLayer('')}>Requests</button>
          <button type="button" aria-pressed={shown === 'attempt'} onClick={() => setLayer('attempt')}>Steps of runs</button>
        </div>
        <div className="segments" role="group" aria-label="Time range">
          {RANGES.map(([key, name, n]) => (
            <button key={key} type="button" aria-pressed={n === days} onClick={() => setRange(key === '30' ? '' : key)}>{name}</button>
          ))}
        </div>
        <ProjectSelect value={project} onChange={setProject} />
        <ModelSelect value={model} onChange={setModel} models={data?.models.map((m) => m.name) ?? []} />
        <select aria-label="Failure type" value={type} onChange={(event) => setType(event.target.value)}>
          <option value="">All failure types</option>
          {FAILURE_TYPES.map((key) => <option key={key} value={key}>{errorName(key)}</option>)}
        </select>
      </div>
      <When asked={failures} rows={10}>
        {(found) =>
          found.total.requests + troubled(found.total) === 0 ? (
            <Card><Empty title="Nothing happened in this time">{shown === 'provider' ? 'Requests through the gateway are counted here.' : 'Attempts of the steps of runs are counted here.'}</Empty></Card>
          ) : (
            <Charts data={found} before={before.data} filter={filter} from={from} to={to} />
          )
        }
      </When>
    </Page>
  )
}

const troubled = (f: Figures) => f.recovered + f.lost + f.refused

function sentence(data: Failures, before: Failures | undefined, layer: string) {
  const { recovered, lost, refused, rate } = data.recovery
  const what = layer === 'provider' ? 'request' : 'operation'
  if (recovered + lost + refused === 0) return data.total.requests ? `None of ${some(data.total.requests, layer === 'provider' ? 'request' : 'attempt')} failed to the end or was rescued.` : 'Nothing happened in this time.'
  const few = recovered + lost < FEW ? ' This is a small sample: the rate may be chance.' : ''
  const then = before?.recovery.rate == null || rate == null ? '' : `; ${percent(before.recovery.rate)} in the period before`
  return `Of ${some(recovered + lost, what)} that could be recovered, ${count(recovered)} were (${percent(rate)}${then}). ${count(refused)} ${refused === 1 ? 'was' : 'were'} refused for good.${few}`
}

const than = (before: number | undefined, format: (n: number) => string) => (before === undefined ? undefined : `${format(before)} in the period before`)

/** The share of requests (or attempts) that failed at least once; how those ended stands beside it. */
function rates(list: Named[], dimension: string, whole: (figures: Figures) => number, layer: string, link: (extra: Filter) => string) {
  return list
    .filter((one) => one.figures.failedAttempts > 0 || troubled(one.figures) > 0)
    .map((one) => ({
      name: one.name || 'not named',
      value: whole(one.figures) ? (layer === 'provider' ? troubled(one.figures) : one.figures.failures) / whole(one.figures) : 0,
      href: one.name ? link({ [dimension]: one.name }) : undefined,
      note: [
        [one.figures.recovered, 'recovered'],
        [one.figures.lost, 'lost'],
        [one.figures.refused, 'refused'],
      ]
        .filter(([n]) => n)
        .map(([n, word]) => `${count(n as number)} ${word}`)
        .join(', '),
    }))
    .sort((a, b) => b.value - a.value)
    .slice(0, 15)
}

function Charts({ data, before, filter, from, to }: { data: Failures; before: Failures | undefined; filter: Filter; from: number; to: number }) {
  const link = (extra: Filter, start = from, end = to) => '/failures?' + new URLSearchParams({ from: new Date(start).toISOString(), to: new Date(end).toISOString(), ...filter, ...extra })
  const layer = filter.layer ?? 'provider'
  const own = (figures: Figures) => figures.requests
  const types = rates(data.types, 'type', () => data.total.requests, layer, link).map((row) => ({ ...row, name: errorName(row.name) }))
  const models = rates(data.models, 'model', own, layer, link)
  const projects = rates(data.projects, 'project', own, layer, link)
  const waits = data.recovery.waits
  const length = data.step === 'hour' ? HOUR : 24 * HOUR
  const known = new Map(data.series.map((one) => [Date.parse(one.at), one.figures]))
  const first = Math.floor(from / length) * length
  const points = Array.from({ length: Math.ceil((to - first) / length) }, (_, i) => {
    const figures = known.get(first + i * length)
    return { at: first + i * length, recovered: figures?.recovered ?? 0, lost: figures?.lost ?? 0, refused: figures?.refused ?? 0, requests: figures?.requests ?? 0 }
  })
  const past = before && before.total.requests > 0 ? before.total : undefined
  return (
    <>
      {data.alerts.map((alert) => <p key={alert.name} className="warning" role="alert">{alert.sentence}</p>)}
      {data.unpriced.length > 0 && <p className="warning">No price is known for {data.unpriced.join(', ')}: {some(data.total.unpriced, 'call is', 'calls are')} missing from what was spent.</p>}
      <Stats>
        <Stat label={filter.layer === 'provider' ? 'Requests' : 'Attempts'} value={count(data.total.requests)} note={some(data.total.failedAttempts, 'failed attempt') + (past ? `; ${count(past.requests)} in the period before` : '')} />
        <Stat label="Recovered" value={<Link href={link({ outcome: 'recovered' })}>{count(data.recovery.recovered)}</Link>} note={than(past?.recovered, count)} tone={data.recovery.recovered ? 'good' : undefined} />
        <Stat label="Lost" value={<Link href={link({ outcome: 'lost' })}>{count(data.recovery.lost)}</Link>} note={than(past?.lost, count)} tone={data.recovery.lost ? 'bad' : undefined} />
        <Stat label="Refused" value={<Link href={link({ outcome: 'refused' })}>{count(data.recovery.refused)}</Link>} note={than(past?.refused, count)} />
        <Stat label="Added wait, median" value={waits ? span(waits.p50Ms) : '–'} note={waits ? `p95 ${span(waits.p95Ms)}, p99 ${span(waits.p99Ms)}` : 'nothing was recovered'} />
        <Stat label="Spent on failures" value={money(data.total.wastedMicros)} note={`of ${money(data.total.costMicros)}`} />
      </Stats>
      <Card title={data.step === 'hour' ? 'By hour' : 'By day'} aside={<span className="faint">click a bar to see what is in it</span>}>
        <Series points={points} step={data.step} link={(start, end) => link({}, start, end)} />
      </Card>
      <div className="two">
        <Card title="Failure rate by type" aside={<span className="faint">of all {layer === 'provider' ? 'requests' : 'attempts'}</span>}>
          {types.length ? <Bars label="Failure rate by type" tone="bad" format={(n) => percent(n)} rows={types} /> : <Empty title="No failures" />}
        </Card>
        <Card title="Failure rate by model">
          {models.length ? <Bars label="Failure rate by model" tone="bad" format={(n) => percent(n)} rows={models} /> : <Empty title="No failures" />}
        </Card>
        <Card title="Most common error messages">
          {data.topErrorMessages.length ? (
            <table className="list" aria-label="Most common error messages">
              <tbody>
                {data.topErrorMessages.slice(0, 10).map((one) => (
                  <tr key={one.message}><td className="wrap">{one.message}</td><td className="num">{count(one.count)}</td></tr>
                ))}
              </tbody>
            </table>
          ) : (
            <Empty title="No error messages" />
          )}
        </Card>
        <Card title="Failure rate by prompt pattern">
          {data.promptPatterns === null ? (
            <Empty title="Counted for one filter at a time">Take filters away to see prompt patterns.</Empty>
          ) : data.promptPatterns.length ? (
            <table className="list" aria-label="Failure rate by prompt pattern">
              <tbody>
                {data.promptPatterns.slice(0, 10).map((one) => (
                  <tr key={one.pattern}>
                    <td className="wrap">{one.pattern}</td>
                    <td className="num">{percent(one.requests ? one.failures / one.requests : 0)}</td>
                    <td className="num faint">{count(one.failures)} of {count(one.requests)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <Empty title="No prompts seen yet" />
          )}
        </Card>
        <Card title="Failure rate by project">
          {projects.length ? <Bars label="Failure rate by project" tone="bad" format={(n) => percent(n)} rows={projects} /> : <Empty title="No failures" />}
        </Card>
        <Card title="Models and retries">
          <Stats>
            <Stat label="Needed a retry" value={percent(data.total.requests ? data.total.retried / data.total.requests : null)} />
            <Stat label="Retries by clients" value={count(data.total.clientRetries)} />
            {data.runs && <Stat label="Runs" value={count(data.runs.started)} note={`${count(data.runs.passed)} passed, ${count(data.runs.failed)} failed`} />}
            {data.runs && <Stat label="Escalated from L2" value={percent(data.runs.escalationRate)} />}
            {data.runs && <Stat label="L3 steps with a diagnosis" value={percent(data.runs.diagnosisRate)} />}
          </Stats>
        </Card>
      </div>
    </>
  )
}
