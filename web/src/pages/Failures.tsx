import { useInfiniteQuery } from '@tanstack/react-query'
import { get, type Troubled } from '../api'
import { useNow } from '../feed'
import { useQueryParam } from '../router'
import { FAILURE_TYPES, OUTCOMES, day, errorName, some } from '../words'
import { ProjectSelect } from '../parts/filters'
import { TroubleList } from '../parts/troubles'
import { Card, Empty, Page, When } from '../parts/ui'

export function Failures() {
  const [outcome, setOutcome] = useQueryParam('outcome')
  const [type, setType] = useQueryParam('type')
  const [project, setProject] = useQueryParam('project')
  const [model, setModel] = useQueryParam('model')
  const [layer, setLayer] = useQueryParam('layer')
  const [from] = useQueryParam('from')
  const [to] = useQueryParam('to')
  const now = useNow(10000)
  const filter = { ...(outcome && { outcome }), ...(type && { type }), ...(project && { project }), ...(model && { model }), ...(layer && { layer }), ...(from && { from }), ...(to && { to }) }
  const asked = useInfiniteQuery({
    queryKey: ['failures', filter],
    initialPageParam: '',
    queryFn: ({ pageParam }) => get<{ failures: Troubled[]; next: string | null }>('/api/failures?' + new URLSearchParams({ ...filter, ...(pageParam && { cursor: pageParam }) })),
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before) => before,
  })
  const rows = asked.data?.pages.flatMap((page) => page.failures) ?? []
  return (
    <Page
      title="Failures"
      lead={from ? `Requests and steps that failed at least once, from ${day(from)} to ${day(to || new Date().toISOString())}.` : 'Requests and steps that failed at least once in the last 7 days.'}
      answer={asked.data && `${some(rows.length, 'failure')}${asked.hasNextPage ? ' and more' : ''}: ${Object.keys(OUTCOMES).map((key) => `${rows.filter((row) => row.outcome === key).length} ${key}`).join(', ')}.`}
    >
      <div className="filters">
        <select aria-label="Outcome" value={outcome} onChange={(event) => setOutcome(event.target.value)}>
          <option value="">All outcomes</option>
          {Object.entries(OUTCOMES).map(([key, { name }]) => <option key={key} value={key}>{name}</option>)}
        </select>
        <select aria-label="Failure type" value={type} onChange={(event) => setType(event.target.value)}>
          <option value="">All types</option>
          {FAILURE_TYPES.map((key) => <option key={key} value={key}>{errorName(key)}</option>)}
        </select>
        <ProjectSelect value={project} onChange={setProject} />
        <select aria-label="Requests or steps" value={layer} onChange={(event) => setLayer(event.target.value)}>
          <option value="">Requests and steps</option>
          <option value="provider">Requests</option>
          <option value="attempt">Steps of runs</option>
        </select>
        {model && <button type="button" onClick={() => setModel('')}>Model {model} ✕</button>}
      </div>
      <Card>
        <When asked={asked}>
          {() => (rows.length ? <TroubleList rows={rows} now={now} label="Failures" /> : <Empty title="Nothing failed here">Take a filter away or choose a longer time to see more.</Empty>)}
        </When>
        {asked.hasNextPage && <button type="button" disabled={asked.isFetchingNextPage} onClick={() => asked.fetchNextPage()}>Show more</button>}
      </Card>
    </Page>
  )
}
