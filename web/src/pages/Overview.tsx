import { useQuery } from '@tanstack/react-query'
import { get, type Figures, type Live, type Overview as Data, type Question, type RateWindow } from '../api'
import { useNow } from '../feed'
import { Link } from '../router'
import { clock, count, countdown, exact, money, percent, short, some, sourceName, span } from '../words'
import { TroubleList, incidentText, incidentTitle } from '../parts/troubles'
import { Ago, Card, Empty, ErrorTag, ModelTag, Page, Stat, Stats, StatusTag, When } from '../parts/ui'

export function Overview() {
  const overview = useQuery({ queryKey: ['overview'], queryFn: () => get<Data>('/api/overview'), refetchInterval: 15000 })
  const live = useQuery({ queryKey: ['live'], queryFn: () => get<Live>('/api/live'), refetchInterval: 5000 })
  const questions = useQuery({ queryKey: ['questions'], queryFn: () => get<{ questions: Question[] }>('/api/questions') })
  const open = questions.data?.questions.filter((one) => !one.answeredAt) ?? []
  return (
    <When asked={overview} rows={8}>
      {(data) => {
        const verdict = judge(data, open.length)
        return (
          <Page title="Overview" answer={verdict.text} tone={verdict.tone}>
            {data.alerts.map((alert) => <p key={alert} className="warning" role="alert">{alert}</p>)}
            {data.unpriced.length > 0 && <p className="warning">No price is known for {data.unpriced.join(', ')}: what they cost is missing below. Add them under models in mulligan.yaml.</p>}
            <Totals data={data} />
            <div className="two">
              <Now live={live.data} at={live.dataUpdatedAt} data={data} open={open} />
              <Health data={data} />
            </div>
            <div className="two">
              <Newest title="Last rescues" rows={data.rescues} none="No request was rescued yet" more="/failures?outcome=recovered" />
              <Newest title="Last losses" rows={data.losses} none="Nothing was lost" more="/failures?outcome=lost" />
            </div>
          </Page>
        )
      }}
    </When>
  )
}

/** One sentence that says whether anything is wrong now. */
function judge(data: Data, questions: number): { text: string; tone: 'good' | 'bad' | 'held' } {
  const total = data.day.total
  // What loses requests comes first: something newer that is rescued must not hide it.
  const [ongoing, ...others] = data.incidents.filter((one) => one.ongoing).sort((a, b) => b.lost - a.lost)
  const more = others.length ? ` ${some(others.length, 'more incident goes on', 'more incidents go on')}.` : ''
  const sums = `${some(total.recovered, 'rescue')} and ${some(total.lost, 'loss', 'losses')} in the last 24 hours`
  const waits = questions ? ` ${some(questions, 'question waits', 'questions wait')} for you.` : ''
  if (data.circuits.length) return { text: `Held back: ${data.circuits.map((one) => one.scope).join(', ')} kept failing and is tried again soon. ${sums}.${waits}`, tone: 'bad' }
  if (ongoing) return { text: `${incidentTitle(ongoing)} right now: ${count(ongoing.recovered)} recovered, ${count(ongoing.lost)} lost so far.${more}${waits}`, tone: ongoing.lost ? 'bad' : 'held' }
  if (total.requests + total.recovered + total.lost + total.refused === 0) {
    const last = [data.rescues[0], data.losses[0]].filter((one) => one !== undefined).sort((a, b) => b.at.localeCompare(a.at))[0]
    return { text: last ? `Quiet: nothing happened in the last 24 hours. The last failure stands below.${waits}` : `Nothing was recorded yet.${waits}`, tone: questions ? 'held' : 'good' }
  }
  return { text: `Nothing is wrong now: ${sums}.${waits}`, tone: questions ? 'held' : 'good' }
}

function Totals({ data }: { data: Data }) {
  const { day, hour, dayBefore } = data
  const hours = everyHour(data)
  const spark = (pick: (figures: Figures) => number) => hours.map((one) => (one ? pick(one) : 0))
  const note = (pick: (figures: Figures) => number, format: (n: number) => string = count) =>
    `${format(pick(hour.total))} in the last hour, ${format(pick(dayBefore.total))} the day before`
  return (
    <>
      <Stats roomy>
        <Stat label="Requests, 24 hours" value={count(day.requests.requests)} note={`${count(hour.requests.requests)} in the last hour${day.attempts.requests ? `; ${some(day.attempts.requests, 'attempt')} of steps` : ''}`} spark={spark((f) => f.requests)} />
        <Stat label="Rescued" value={count(day.total.recovered)} tone={day.total.recovered ? 'good' : undefined} note={note((f) => f.recovered)} spark={spark((f) => f.recovered)} />
        <Stat label="Lost" value={count(day.total.lost)} tone={day.total.lost ? 'bad' : undefined} note={note((f) => f.lost) + (day.total.refused ? `; ${count(day.total.refused)} more refused for good` : '')} spark={spark((f) => f.lost)} />
        <Stat label="Time waited for you" value={span(day.total.recoveryMs)} note={note((f) => f.recoveryMs, span)} spark={spark((f) => f.recoveryMs)} />
        <Stat label="Worth of rescued answers" value={money(day.total.rescuedMicros)} note={`of ${money(day.total.costMicros)} spent`} spark={spark((f) => f.rescuedMicros)} />
        <Stat label="Spent on failures" value={money(day.total.wastedMicros)} note={note((f) => f.wastedMicros, money)} spark={spark((f) => f.wastedMicros)} />
      </Stats>
      {data.incidents.length > 0 && (
        <Card title="Incidents" aside={<Link href="/incidents">All incidents</Link>}>
          <ul className="notes">
            {data.incidents.map((one) => (
              <li key={one.id}>
                {one.ongoing && <span className="tag bad">now</span>} <Link href={'/incidents/' + encodeURIComponent(one.id)}>{incidentTitle(one)}</Link> <span className="faint">{incidentText(one)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

/** Hours in which nothing happened are hours, too. */
function everyHour(data: Data): (Figures | undefined)[] {
  const known = new Map(data.series.map((one) => [Date.parse(one.at), one.figures]))
  const last = Math.floor(Date.parse(data.now) / 3600e3) * 3600e3
  return Array.from({ length: 24 }, (_, i) => known.get(last - (23 - i) * 3600e3))
}

function Now({ live, at, data, open }: { live: Live | undefined; at: number; data: Data; open: Question[] }) {
  const now = useNow(live?.waiting ? 100 : 2000) + (live ? Date.parse(live.now) - at : 0)
  const quiet = !live || (!live.waiting && !live.running && !data.runs.length && !open.length)
  return (
    <Card title="Now" aside={<Link href="/live">Live</Link>}>
      {open.map((question) => (
        <p key={question.id}><span className="tag held">question</span> <Link href="/questions">{question.text}</Link></p>
      ))}
      {live?.retries.slice(0, 5).map((retry) => (
        <p key={retry.requestId}>
          <strong>{retry.nextRetryAt ? countdown(Math.max(0, (Date.parse(retry.nextRetryAt) - now) / 1000)) + ' s' : 'trying'}</strong> until attempt {retry.attempt} of {retry.maxAttempts}{' '}
          {retry.runId ? <Link href={'/runs/' + encodeURIComponent(retry.runId)}>{retry.operationId}</Link> : retry.session && <Link href={'/sessions/' + encodeURIComponent(retry.session)}>{short(retry.session)}</Link>} <ErrorTag type={retry.failureType} />
        </p>
      ))}
      {!!live?.running && <p>{some(live.running, 'request is', 'requests are')} under way{live.waiting ? `, ${live.waiting} of them between attempts` : ''}.</p>}
      {data.runs.map((run) => (
        <p key={run.id}>
          <StatusTag status={run.status} /> <Link href={'/runs/' + encodeURIComponent(run.id)}>{run.name || short(run.id)}</Link>{' '}
          <span className="faint">{some(run.stepsPassed, 'step')} passed{run.stepsFailed ? `, ${run.stepsFailed} failed` : ''}, since <Ago at={run.startedAt} now={now} /></span>
        </p>
      ))}
      {quiet && (
        <Empty title="Nothing runs and nothing waits">
          <p>Point an agent at this server and it appears here:</p>
          <code>ANTHROPIC_BASE_URL={location.origin} claude</code>
        </Empty>
      )}
    </Card>
  )
}

/** Calls that failed, of all calls that were made. */
const errorRate = (f: Figures) => (f.requests + f.retries === 0 ? null : f.failedAttempts / (f.requests + f.retries))

function Health({ data }: { data: Data }) {
  const rows = data.health.filter((one) => one.model)
  const windows = data.rateWindows.length > 0
  return (
    <Card title="Providers and models" aside={<span className="faint">calls that failed</span>}>
      {data.circuits.map((one) => <p key={one.scope} className="warning">{one.scope} is held back until {new Date(one.probeAt).toLocaleTimeString('en-GB')}: it kept failing.</p>)}
      {rows.length ? (
        <table className="list health" aria-label="Providers and models">
          <thead>
            <tr><th scope="col">Model</th><th scope="col" className="num">Last hour</th><th scope="col" className="num">24 hours</th>{windows && <th scope="col" className="num">Rate window left</th>}</tr>
          </thead>
          <tbody>
            {rows.slice(0, 12).map((one) => (
              <tr key={one.model}>
                <td className="wrap"><Link href={'/failures?model=' + encodeURIComponent(one.model)}><ModelTag model={one.model} /></Link> <small className="faint">{one.provider ? sourceName(one.provider.toLowerCase()) : ''}</small></td>
                {[one.hour, one.day].map((figures, i) => (
                  <td key={i} className={'num' + ((errorRate(figures) ?? 0) > 0.2 ? ' bad' : '')}>
                    {errorRate(figures) == null ? '–' : percent(errorRate(figures))} <small className="faint">of {count(figures.requests + figures.retries)}</small>
                  </td>
                ))}
                {windows && <td className="num">{data.rateWindows.filter((told) => told.model === one.model).map((told) => <Window key={told.upstream} told={told} />)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Empty title="No model was called in the last 24 hours" />
      )}
    </Card>
  )
}

/** What the provider's last answer said is left, and when it is full again. */
const Window = ({ told }: { told: RateWindow }) => (
  <span className={told.share < 0.1 ? 'bad' : undefined} title={`${told.upstream}, told ${exact(told.toldAt)}`}>
    {percent(told.share, 0)} <small className="faint">of {told.limit == null ? 'the' : count(told.limit)} {told.what}{told.resetsAt ? `, full ${clock(told.resetsAt)}` : ''}</small>
  </span>
)

function Newest({ title, rows, none, more }: { title: string; rows: Data['rescues']; none: string; more: string }) {
  const now = useNow(10000)
  return (
    <Card title={title} aside={rows.length ? <Link href={more}>More</Link> : undefined}>
      {rows.length ? <TroubleList rows={rows} now={now} label={title} brief /> : <Empty title={none} />}
    </Card>
  )
}
