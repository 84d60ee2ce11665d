import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { get, type RunRow } from '../api'
import { useNow } from '../feed'
import { Link } from '../router'
import { ago, money, short, span } from '../words'
import { Card, Empty, Page, StatusTag, When } from '../parts/ui'
import { Virtual } from '../parts/virtual'

export function Runs() {
  const now = useNow(10000)
  const runs = useInfiniteQuery({
    queryKey: ['runs'],
    initialPageParam: '',
    queryFn: ({ pageParam }) => get<{ runs: RunRow[]; next: string | null }>('/api/runs?limit=100' + (pageParam ? '&cursor=' + pageParam : '')),
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = runs
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <Page title="Runs" lead="Plans and commands, with every step, try and verdict.">
      <Card>
        <When asked={runs} rows={8}>
          {(data) => {
            const rows = data.pages.flatMap((page) => page.runs)
            return rows.length ? (
              <Virtual
                rows={rows}
                height={47}
                label="Runs"
                onEnd={more}
                header={
                  <thead>
                    <tr>
                      <th scope="col">Run</th>
                      <th scope="col">Project</th>
                      <th scope="col">State</th>
                      <th scope="col">Level</th>
                      <th scope="col" className="num">Steps</th>
                      <th scope="col" className="num">Repairs</th>
                      <th scope="col" className="num">Took</th>
                      <th scope="col" className="num">Cost</th>
                      <th scope="col" className="num">Last</th>
                    </tr>
                  </thead>
                }
                row={(run) => (
                  <tr key={run.id}>
                    <td><Link href={'/runs/' + encodeURIComponent(run.id)} title={run.id}>{run.name || short(run.id)}</Link></td>
                    <td>{run.project}</td>
                    <td><StatusTag status={run.status} /></td>
                    <td>{run.level}</td>
                    <td className="num">
                      {run.stepsPassed}
                      {run.stepsFailed > 0 && <span className="bad"> + {run.stepsFailed} failed</span>}
                    </td>
                    <td className="num">{run.repairs}</td>
                    <td className="num">{run.endedAt ? span(Date.parse(run.endedAt) - Date.parse(run.startedAt)) : '–'}</td>
                    <td className="num">{money(run.costMicros)}</td>
                    <td className="num faint">{ago(run.lastAt, now)}</td>
                  </tr>
                )}
              />
            ) : (
              <Empty title="No runs yet">
                <p>Runs appear when a plan or a command is carried out:</p>
                <code>mulligan exec --operation test -- pytest</code>
              </Empty>
            )
          }}
        </When>
      </Card>
    </Page>
  )
}
