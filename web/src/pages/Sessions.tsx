import { useQuery } from '@tanstack/react-query'
import { get, type SessionRow } from '../api'
import { useNow } from '../feed'
import { Link, useQueryParam } from '../router'
import { ago, count, money, short } from '../words'
import { Empty, ModelTag, Page } from '../parts/ui'
import { Rows } from '../parts/rows'

export function Sessions() {
  const [q, setQ] = useQueryParam('q')
  const [project, setProject] = useQueryParam('project')
  const [failing, setFailing] = useQueryParam('failing')
  const now = useNow(10000)
  const projects = useQuery({ queryKey: ['projects'], queryFn: () => get<{ projects: string[] }>('/api/projects') })
  const filter = { ...(q && { q }), ...(project && { project }), ...(failing && { failing: 'true' }) }
  return (
    <Page title="Sessions" lead="Every conversation of an agent that went through this server, the latest first.">
      <div className="filters" role="search">
        <input type="search" placeholder="Find by id" aria-label="Find by the beginning of the id" value={q} onChange={(event) => setQ(event.target.value)} />
        <select aria-label="Project" value={project} onChange={(event) => setProject(event.target.value)}>
          <option value="">All projects</option>
          {projects.data?.projects.map((name) => <option key={name}>{name}</option>)}
        </select>
        <label className="check">
          <input type="checkbox" checked={!!failing} onChange={(event) => setFailing(event.target.checked ? '1' : '')} />
          Only with failures
        </label>
      </div>
      <Rows<SessionRow>
        name="sessions"
        path="/api/sessions"
        filter={filter}
        columns={[
          { name: 'Session', cell: (session) => <Link href={'/sessions/' + encodeURIComponent(session.id)} title={session.id}>{short(session.id)}</Link> },
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
          { name: 'Retries', num: true, cell: (session) => count(session.retries) },
          { name: 'Failed', num: true, className: (session) => (session.failures ? 'bad' : ''), cell: (session) => count(session.failures) },
          { name: 'Cost', num: true, cell: (session) => money(session.costMicros) },
          { name: 'Last seen', num: true, className: () => 'faint', cell: (session) => ago(session.lastAt, now) },
        ]}
        empty={
          Object.keys(filter).length ? (
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
