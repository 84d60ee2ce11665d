import { useQuery } from '@tanstack/react-query'
import { get } from '../api'
import { percent } from '../words'
import { Card, Empty, Page, When } from '../parts/ui'
import { Bars } from '../parts/charts'

interface Lesson { id: string; stage: string; signature: string; error: string; files?: string[]; attempts: number; tried?: string[]; worked?: string; category: string; hint: string }
interface Strategy { stage: string; strategy: string; tries: number; successes: number; rate: number; atLeast: number }

export function Learning() {
  const lessons = useQuery({ queryKey: ['learnings'], queryFn: () => get<{ learnings: Lesson[] }>('/api/learnings') })
  const strategies = useQuery({ queryKey: ['strategies'], queryFn: () => get<{ strategies: Strategy[] }>('/api/strategies') })
  return (
    <Page title="Learning" lead="What failures taught, and which strategies worked here before.">
      <Card title="Strategies" aside={<span className="faint">share of tries that worked</span>}>
        <When asked={strategies}>
          {(data) =>
            data.strategies.length ? (
              <Bars
                label="Success of strategies"
                whole={1}
                format={(n) => percent(n)}
                rows={data.strategies.map((one) => ({ name: `${one.stage}: ${one.strategy}`, value: one.rate, note: `${one.successes} of ${one.tries}, at least ${percent(one.atLeast)}` }))}
              />
            ) : (
              <Empty title="No strategy was tried yet">They are counted when runs try something different after a failure.</Empty>
            )
          }
        </When>
      </Card>
      <Card title="Records">
        <When asked={lessons}>
          {(data) =>
            data.learnings.length ? (
              <ul className="lessons">
                {data.learnings.map((lesson) => (
                  <li key={lesson.id}>
                    <p>
                      <strong>{lesson.error}</strong> <span className="tag">{lesson.stage}</span>
                      {lesson.worked ? <span className="tag good">solved</span> : <span className="tag">open</span>}
                    </p>
                    {lesson.worked && <p>Worked: {lesson.worked}</p>}
                    {lesson.hint && <p className="faint">{lesson.hint}</p>}
                    <p className="faint">
                      {lesson.id}, {lesson.attempts} attempts{lesson.files?.length ? ', ' + lesson.files.join(', ') : ''}
                    </p>
                  </li>
                ))}
              </ul>
            ) : (
              <Empty title="Nothing was learnt yet">A record is written when a failure is overcome, and offered when it comes back.</Empty>
            )
          }
        </When>
      </Card>
    </Page>
  )
}
