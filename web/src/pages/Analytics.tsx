import { useQuery } from '@tanstack/react-query'
import { get, type Failures, type Named } from '../api'
import { useQueryParam } from '../router'
import { count, errorName, money, percent, span } from '../words'
import { Bars, Days } from '../parts/charts'
import { Card, Empty, Page, Stat, Stats, When } from '../parts/ui'

const RANGES: [string, string, number][] = [['1', '24 hours', 1], ['7', '7 days', 7], ['30', '30 days', 30], ['90', '90 days', 90]]
const HOUR = 3600e3

export function Analytics() {
  const [range, setRange] = useQueryParam('range')
  const [project, setProject] = useQueryParam('project')
  const [model, setModel] = useQueryParam('model')
  const days = RANGES.find(([key]) => key === range)?.[2] ?? 30
  const projects = useQuery({ queryKey: ['projects'], queryFn: () => get<{ projects: string[] }>('/api/projects') })
  // Whole hours: the question stays the same while the page is open, and so does its cached answer.
  const to = new Date(Math.ceil(Date.now() / HOUR) * HOUR).toISOString()
  const params = new URLSearchParams({ from: new Date(Date.parse(to) - days * 24 * HOUR).toISOString(), to })
  if (project) params.set('project', project)
  if (model) params.set('model', model)
  const path = '/api/analytics/failures?' + params
  const failures = useQuery({ queryKey: ['analytics', path], queryFn: () => get<Failures>(path), refetchInterval: 30000, placeholderData: (before) => before })
  return (
    <Page
      title="Analytics"
      lead="What fails, how often, at what cost, and what came of it."
      actions={
        <>
          <a className="button" href={path + '&format=csv'} download>CSV</a>
          <a className="button" href={path + '&format=json'} download="failures.json">JSON</a>
          <a className="button" href={path + '&format=ndjson'} download>NDJSON</a>
        </>
      }
    >
      <div className="filters">
        <div className="segments" role="group" aria-label="Time range">
          {RANGES.map(([key, name, n]) => (
            <button key={key} type="button" aria-pressed={n === days} onClick={() => setRange(key === '30' ? '' : key)}>{name}</button>
          ))}
        </div>
        <select aria-label="Project" value={project} onChange={(event) => setProject(event.target.value)}>
          <option value="">All projects</option>
          {projects.data?.projects.map((name) => <option key={name}>{name}</option>)}
        </select>
        <select aria-label="Model" value={model} onChange={(event) => setModel(event.target.value)}>
          <option value="">All models</option>
          {[...new Set([...(failures.data?.models.map((m) => m.name) ?? []), ...(model ? [model] : [])])].map((name) => <option key={name}>{name}</option>)}
        </select>
      </div>
      <When asked={failures} rows={10}>
        {(data) => (data.total.requests === 0 ? <Card><Empty title="Nothing happened in this time">Requests through the gateway and attempts of runs are counted here.</Empty></Card> : <Charts data={data} days={days} />)}
      </When>
    </Page>
  )
}

const rates = (list: Named[]) =>
  list
    .filter((one) => one.figures.requests > 0)
    .map((one) => ({ name: one.name || 'none', value: one.figures.failureRate ?? 0, note: `${count(one.figures.failures)} of ${count(one.figures.requests)}` }))
    .sort((a, b) => b.value - a.value)
    .slice(0, 12)

/** Days without requests are days, too: the chart keeps its scale. */
function everyDay(data: Failures, days: number) {
  const newest = Math.max(Date.now(), ...Object.keys(data.days).map((day) => Date.parse(day)))
  return Array.from({ length: Math.max(7, days) }, (_, i) => {
    const day = new Date(newest - (Math.max(7, days) - 1 - i) * 24 * HOUR).toISOString().slice(0, 10)
    const figures = data.days[day]
    return { day, requests: figures?.requests ?? 0, failures: figures?.failures ?? 0, rate: figures?.failureRate ?? null }
  })
}

function Charts({ data, days }: { data: Failures; days: number }) {
  const types = Object.entries(data.byErrorType).filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1])
  const share = (n: number) => (data.total.requests ? n / data.total.requests : 0)
  return (
    <>
      {data.alerts.map((alert) => <p key={alert.name} className="warning" role="alert">{alert.sentence}</p>)}
      <Stats>
        <Stat label="Requests" value={count(data.total.requests)} />
        <Stat label="Failure rate" value={percent(data.total.failureRate)} note={`${count(data.totalFailures)} failed`} tone={(data.total.failureRate ?? 0) > 0.05 ? 'bad' : undefined} />
        <Stat label="Recovered" value={percent(data.recovery.rate)} note={`${count(data.recovery.recovered)} of ${count(data.recovery.recovered + data.recovery.lost)} in trouble`} tone={data.recovery.rate == null ? undefined : data.recovery.rate >= 0.5 ? 'good' : 'bad'} />
        <Stat label="Mean time to recovery" value={span(data.recovery.meanRecoveryMs)} />
        <Stat label="Spent on failures" value={money(data.total.wastedMicros)} note={`of ${money(data.total.costMicros)}`} />
        <Stat label="Saved by starting low" value={money(data.savedMicros)} />
      </Stats>
      <Card title="By day">
        <Days days={everyDay(data, days)} />
      </Card>
      <div className="two">
        <Card title="Failure rate by type">
          {types.length ? <Bars label="Failure rate by type" tone="bad" format={(n) => percent(n)} rows={types.map(([name, n]) => ({ name: errorName(name), value: share(n), note: count(n) }))} /> : <Empty title="No failures" />}
        </Card>
        <Card title="Failure rate by model">
          <Bars label="Failure rate by model" tone="bad" format={(n) => percent(n)} rows={rates(data.models)} />
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
          {data.promptPatterns.length ? (
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
          <Bars label="Failure rate by project" tone="bad" format={(n) => percent(n)} rows={rates(data.projects)} />
        </Card>
        <Card title="Models and retries">
          <Stats>
            <Stat label="Escalations" value={count(data.runs.modelEscalations)} />
            <Stat label="Fallbacks" value={count(data.runs.fallbacks)} />
            <Stat label="Requests that needed a retry" value={percent(share(data.total.retried))} />
            <Stat label="Retries by clients" value={count(data.total.clientRetries)} />
          </Stats>
        </Card>
      </div>
    </>
  )
}
