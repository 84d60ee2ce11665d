import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, get, type Question } from '../api'
import { useNow } from '../feed'
import { Link } from '../router'
import { ago, short, some } from '../words'
import { Card, Empty, Page, Trouble, When } from '../parts/ui'

const waiting = (n: number) => (n ? `${some(n, 'question waits', 'questions wait')} for an answer.` : 'No question is open.')

export function Questions() {
  const questions = useQuery({ queryKey: ['questions'], queryFn: () => get<{ questions: Question[] }>('/api/questions') })
  const now = useNow(10000)
  return (
    <Page title="Questions" lead="What waits for a person. Runs go on as soon as they are answered."
      answer={questions.data && waiting(questions.data.questions.filter((q) => !q.answeredAt).length)}
      tone={questions.data?.questions.some((q) => !q.answeredAt) ? 'held' : 'good'}>
      <When asked={questions}>
        {(data) => {
          const open = data.questions.filter((q) => !q.answeredAt)
          const done = data.questions.filter((q) => q.answeredAt)
          return (
            <>
              {open.length ? open.map((question) => <Ask key={question.id} question={question} now={now} />) : <Card><Empty title="Nothing waits for you" /></Card>}
              {done.length > 0 && (
                <Card title="Answered">
                  <table className="list answers" aria-label="Answered questions">
                    <tbody>
                      {done.map((question) => (
                        <tr key={question.id}>
                          <td className="wrap">{question.text}</td>
                          <td><strong>{question.answer}</strong></td>
                          <td className="faint">{question.answeredBy}</td>
                          <td className="num faint">{ago(question.answeredAt, now)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </Card>
              )}
            </>
          )
        }}
      </When>
    </Page>
  )
}

export function Ask({ question, now }: { question: Question; now: number }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const answer = useMutation({
    mutationFn: (words: string) => call('POST', `/api/questions/${encodeURIComponent(question.id)}/answer`, { answer: words }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['questions'] }),
  })
  return (
    <Card
      title={question.text}
      aside={<span className="faint">asked {ago(question.askedAt, now)} by <Link href={'/runs/' + encodeURIComponent(question.runId)}>{short(question.runId)}</Link></span>}
    >
      {answer.error && <Trouble error={answer.error} />}
      {question.choices.length ? (
        <div className="actions">
          {question.choices.map((choice) => (
            <button key={choice} type="button" disabled={answer.isPending} onClick={() => answer.mutate(choice)}>{choice}</button>
          ))}
        </div>
      ) : (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault()
            answer.mutate(text)
          }}
        >
          <input aria-label="Answer" value={text} onChange={(event) => setText(event.target.value)} />
          <button type="submit" className="primary" disabled={!text.trim() || answer.isPending}>Answer</button>
        </form>
      )}
    </Card>
  )
}
