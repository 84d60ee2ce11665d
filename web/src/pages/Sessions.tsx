import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { get, type SessionRow } from '../api'
import { useNow } from '../feed'
import { Link, useQueryParam } from '../router'
import { ago, count, money, short } from '../words'
import { Card, Empty, ModelTag, Page, When } from '../parts/ui'
import { Virtual } from '../parts/virtual'

export function Sessions() {
  const [q, setQ] = useQueryParam('q')
  const [project, setProject] = useQueryParam('project')
  const [failing, setFailing] = useQueryParam('failing')
  const now = useNow(10000)
  const projects = useQuery({ queryKey: ['projects'], queryFn: () => get<{ projects: string[] }>('/api/projects') })
  const sessions = useInfiniteQuery({
    queryKey: ['sessions', q, project, failing],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const params = new URLSearchParams({ limit: '100' })
      if (q) params.set('q', q)
      if (project) params.set('project', project)
      if (failing) params.set('failing', 'true')
      if (pageParam) params.set('cursor', pageParam)
      return get<{ sessions: SessionRow[]; next: string | null }>('/api/sessions?' + params)
    },
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = sessions
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const filtered = !!(q || project || failing)
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
      <Card>
        <When asked={sessions} rows={8}>
          {(data) => {
            const rows = data.pages.flatMap((page) => page.sessions)
            return rows.length ? (
              <Virtual
                rows={rows}
                height={47}
                label="Sessions"
                onEnd={more}
                header={
                  <thead>
                    <tr>
                      <th scope="col">Session</th>
                      <th scope="col">Project</th>
                      <th scope="col">Model</th>
                      <th scope="col" className="num">Requests</th>
                      <th scope="col" className="num">Retries</th>
                      <th scope="col" className="num">Failed</th>
                      <th scope="col" className="num">Cost</th>
                      <th scope="col" className="num">Last seen</th>
                    </tr>
                  </thead>
                }
                row={(session) => (
                  <tr key={session.id}>
                    <td><Link href={'/sessions/' + encodeURIComponent(session.id)} title={session.id}>{short(session.id)}</Link></td>
                    <td>{session.project}</td>
                    <td>
                      <ModelTag model={session.escalatedTo ?? session.model} />
                      {session.escalatedTo && <span className="tag up" title={'Escalated from ' + session.model}>↑</span>}
                    </td>
                    <td className="num">{count(session.requests)}</td>
                    <td className="num">{count(session.retries)}</td>
                    <td className={'num' + (session.failures ? ' bad' : '')}>{count(session.failures)}</td>
                    <td className="num">{money(session.costMicros)}</td>
                    <td className="num faint">{ago(session.lastAt, now)}</td>
                  </tr>
                )}
              />
            ) : filtered ? (
              <Empty title="No session fits">Take a filter away to see more.</Empty>
            ) : (
              <Empty title="No sessions yet">
                <p>Start an agent through this server:</p>
                <code>ANTHROPIC_BASE_URL={location.origin} claude</code>
              </Empty>
            )
          }}
        </When>
      </Card>
    </Page>
  )
}
