import { useQuery } from '@tanstack/react-query'
import { get, type SessionRow } from '../api'
import { useNow } from '../feed'
import { Link, useQueryParam } from '../router'
import { count, money, short, titled } from '../words'
import { Ago, Empty, ModelTag, Page } from '../parts/ui'
import { ModelSelect, ProjectSelect } from '../parts/filters'
import { Rows } from '../parts/rows'

export function Sessions() {
  const [q, setQ] = useQueryParam('q')
  const [project, setProject] = useQueryParam('project')
  const [model, setModel] = useQueryParam('model')
  const [state, setState] = useQueryParam('state')
  const [sort, setSort] = useQueryParam('sort')
  const [single, setSingle] = useQueryParam('single')
  const now = useNow(10000)
  const models = useQuery({ queryKey: ['models'], queryFn: () => get<{ models: { id: string }[] }>('/api/models'), staleTime: Infinity })
  // A search or a filter asks for something in particular: then short sessions count as well.
  const folded = !single && !q && !state
  const filter = { ...(q && { q }), ...(project && { project }), ...(model && { model }), ...(state && { state }), ...(sort && { sort }), ...(folded && { single: 'auto' }) }
  return (
    <Page title="Sessions" lead="Every conversation of an agent that went through this server, the latest first.">
      <div className="filters" role="search">
        <input type="search" placeholder="Title or id" aria-label="Find a session by title or id" value={q} onChange={(event) => setQ(event.target.value)} />
        <select aria-label="State" value={state} onChange={(event) => setState(event.target.value)}>
          <option value="">Any state</option>
          <option value="recovered">With rescues</option>
          <option value="lost">With losses</option>
          <option value="failing">With failures</option>
        </select>
        <ProjectSelect value={project} onChange={setProject} />
        <ModelSelect value={model} onChange={setModel} models={models.data?.models.map((one) => one.id) ?? []} />
        <select aria-label="Sort by" value={sort} onChange={(event) => setSort(event.target.value)}>
          <option value="">Latest first</option>
          <option value="requests">Most requests</option>
          <option value="recovered">Most rescues</option>
          <option value="failures">Most failures</option>
          <option value="cost">Highest cost</option>
        </select>
        <label className="check">
          <input type="checkbox" checked={!folded} disabled={!!q || !!state} onChange={(event) => setSingle(event.target.checked ? '1' : '')} />
          With sessions of one request
        </label>
      </div>
      <Rows<SessionRow>
        name="sessions"
        path="/api/sessions"
        filter={filter}
        answer={(rows, more) => `${count(rows.length)}${more ? ' or more' : ''} ${rows.length === 1 && !more ? 'session' : 'sessions'}, ${count(rows.filter((row) => row.recovered > 0).length)} with rescues, ${count(rows.filter((row) => row.lost > 0).length)} with losses.`}
        columns={[
          {
            name: 'Session',
            cell: (session) => (
              <><Link className="titled" href={'/sessions/' + encodeURIComponent(session.id)} title={session.id}>
                {session.title ? titled(session.title, 48) : short(session.id)}
              </Link>{session.title && <small className="faint"> {short(session.id, 16)}</small>}</>
            ),
          },
          { name: 'Project', cell: (session) => session.project },
          {
            name: 'Model',
            cell: (session) => (
              <>
                <ModelTag model={session.escalatedTo ?? session.model} />
                {session.escalatedTo && <span className="tag up" title="Escalated by hand">↑</span>}
              </>
            ),
          },
          { name: 'Requests', num: true, cell: (session) => count(session.requests) },
          { name: 'Rescued', num: true, className: (session) => (session.recovered ? 'good' : ''), cell: (session) => count(session.recovered) },
          { name: 'Failed', num: true, className: (session) => (session.failures ? 'bad' : ''), cell: (session) => count(session.failures) },
          { name: 'Cost', num: true, cell: (session) => money(session.costMicros) },
          { name: 'Last seen', num: true, className: () => 'faint', cell: (session) => <Ago at={session.lastAt} now={now} /> },
        ]}
        empty={
          q || project || model || state ? (
            <Empty title="No session fits">Take a filter away to see more.</Empty>
          ) : (
            <Empty title="No sessions yet">
              <p>Start an agent through this server:</p>
              <code>ANTHROPIC_BASE_URL={location.origin} claude</code>
            </Empty>
          )
        }
      />
    </Page>
  )
}
