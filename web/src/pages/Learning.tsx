import { useQuery } from '@tanstack/react-query'
import { get } from '../api'
import { percent, some } from '../words'
import { Diff } from '../parts/diff'
import { Card, Empty, Page, When } from '../parts/ui'
import { Bars } from '../parts/charts'

interface Lesson { id: string; stage: string; signature: string; error: string; files?: string[]; attempts: number; tried?: string[]; worked?: string; category: string; hint: string }
interface Strategy { stage: string; strategy: string; tries: number; successes: number; rate: number; atLeast: number; atMost: number }

/** The strategy that works most surely here, by what its samples promise at least. */
function best(all: Strategy[]) {
  const top = [...all].sort((a, b) => b.atLeast - a.atLeast)[0]
  if (!top) return 'No strategy was tried yet.'
  return `Most promising: ${strategyName(top.strategy)} in ${top.stage}, which worked ${top.successes} of ${some(top.tries, 'time')}: between ${percent(top.atLeast)} and ${percent(top.atMost)} with 95 % confidence.`
}

const STRATEGIES: Record<string, string> = {
  retry: 'the same again', 'simplify-prompt': 'a simpler prompt', 'reduce-stories': 'fewer stories at once', 'simplify-tests': 'simpler tests',
  'add-context': 'more context', incremental: 'one test at a time', rollback: 'back to the last good state', 'retry-with-error-context': 'again with the error',
}
const strategyName = (name: string) => STRATEGIES[name] ?? name

export function Learning() {
  const lessons = useQuery({ queryKey: ['learnings'], queryFn: () => get<{ learnings: Lesson[] }>('/api/learnings') })
  const strategies = useQuery({ queryKey: ['strategies'], queryFn: () => get<{ strategies: Strategy[] }>('/api/strategies') })
  return (
    <Page title="Learning" lead="What failures taught, and which strategies worked here before."
      answer={strategies.data && best(strategies.data.strategies)}>
      <Card title="Strategies" aside={<span className="faint">share that worked, and the range that holds it with 95 % confidence</span>}>
        <When asked={strategies}>
          {(data) =>
            data.strategies.length ? (
              <Bars
                label="Success of strategies"
                whole={1}
                format={(n) => percent(n)}
                rows={data.strategies.map((one) => ({ name: `${one.stage}: ${strategyName(one.strategy)}`, value: one.rate, low: one.atLeast, high: one.atMost, note: `${one.successes} of ${one.tries}; ${percent(one.atLeast, 0)} to ${percent(one.atMost, 0)}` }))}
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
                    {lesson.worked && (/^(diff|---|@@)/m.test(lesson.worked) ? <Diff text={lesson.worked} label={'What worked against ' + lesson.error} /> : <p>Worked: {lesson.worked}</p>)}
                    {lesson.hint && <p className="faint">{lesson.hint}</p>}
                    <p className="faint">
                      {lesson.id}, {some(lesson.attempts, 'attempt')}{lesson.files?.length ? ', ' + lesson.files.join(', ') : ''}
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
