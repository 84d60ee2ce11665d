import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, type ReactNode } from 'react'
import { get } from '../api'
import { useNarrow } from '../feed'
import { Card, When } from './ui'
import { Virtual } from './virtual'

export interface Column<T> {
  name: string
  cell: (row: T) => ReactNode
  num?: boolean
  className?: (row: T) => string
}

interface Batch<T> { rows: T[]; next: string | null }

const ROW_HEIGHT = 47
const AT_ONCE = '100'

interface Asked<T> {
  name: 'sessions' | 'runs'
  path: string
  filter?: Record<string, string>
  columns: Column<T>[]
  empty: ReactNode
  /** The list in one sentence. */
  answer: (rows: T[], more: boolean) => string
  sorted?: (rows: T[]) => T[]
}

/** A list that grows as one scrolls, page by page from its server: a table that draws what can be seen, cards on phones. */
export function Rows<T extends { id: string }>({ name, path, filter, columns, empty, answer, sorted = (rows) => rows }: Asked<T>) {
  const narrow = useNarrow()
  const asked = useInfiniteQuery({
    queryKey: [name, filter],
    initialPageParam: '',
    queryFn: async ({ pageParam }): Promise<Batch<T>> => {
      const params = new URLSearchParams({ limit: AT_ONCE, ...filter, ...(pageParam ? { cursor: pageParam } : {}) })
      const answer = await get<Record<string, unknown>>(`${path}?${params}`)
      return { rows: answer[name] as T[], next: answer.next as string | null }
    },
    getNextPageParam: (batch) => batch.next ?? undefined,
    placeholderData: (before) => before,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = asked
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const label = name[0]!.toUpperCase() + name.slice(1)
  return (
    <Card>
      <When asked={asked} rows={8}>
        {(data) => {
          const rows = sorted(data.pages.flatMap((batch) => batch.rows))
          if (!rows.length) return empty
          const said = <p className="faint said-above" data-testid="answer">{answer(rows, !!hasNextPage)}</p>
          if (narrow) {
            return (
              <>
                {said}
                <ul className="cards" aria-label={label}>
                  {rows.map((row) => (
                    <li key={row.id}>
                      {columns.map((column, i) =>
                        i === 0 ? (
                          <div key={column.name} className="card-title">{column.cell(row)}</div>
                        ) : (
                          <div key={column.name}><span className="faint">{column.name}</span> <span className={column.className?.(row)}>{column.cell(row)}</span></div>
                        ),
                      )}
                    </li>
                  ))}
                </ul>
                {hasNextPage && <button type="button" onClick={more} disabled={isFetchingNextPage}>Show more</button>}
              </>
            )
          }
          return (
            <>
              {said}
              <Virtual
                rows={rows}
                height={ROW_HEIGHT}
                label={label}
                onEnd={more}
                header={
                  <thead>
                    <tr>{columns.map((column) => <th key={column.name} scope="col" className={column.num ? 'num' : undefined}>{column.name}</th>)}</tr>
                  </thead>
                }
                row={(row) => (
                  <tr key={row.id}>
                    {columns.map((column) => (
                      <td key={column.name} className={((column.num ? 'num ' : '') + (column.className?.(row) ?? '')).trim() || undefined}>{column.cell(row)}</td>
                    ))}
                  </tr>
                )}
              />
            </>
          )
        }}
      </When>
    </Card>
  )
}
