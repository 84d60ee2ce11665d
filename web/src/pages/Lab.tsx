import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, get, type Prediction, type RetryPolicy } from '../api'
import { count, percent, some, span } from '../words'
import { Link } from '../router'
import { Card, Empty, Field, Page, When } from '../parts/ui'
import { Range } from '../parts/charts'

interface Replayed { cases: number; untroubled: number; sampled: boolean; predictions: Prediction[] }

/** Better only when the ranges do not overlap: anything else may be chance. */
function advice(data: Replayed) {
  const now = data.predictions.find((p) => p.policy === 'in force')
  if (!data.cases || !now) return 'There is no recorded failure to compare policies on.'
  const better = data.predictions.filter((p) => p !== now && p.recovery.low > now.recovery.high)
  const few = data.cases < 30 ? ` ${some(data.cases, 'case')} is a small sample.` : ''
  return better.length
    ? `${better.map((p) => p.policy).join(' and ')} would have recovered more than the policy in force.${few}`
    : `No policy here would surely have recovered more than the one in force.${few}`
}

export function Lab() {
  const book = useQuery({ queryKey: ['policies'], queryFn: () => get<{ templates: RetryPolicy[] }>('/api/policies') })
  const [chosen, setChosen] = useState(['patient', 'conservative'])
  const [tries, setTries] = useState(6)
  const [base, setBase] = useState(1)
  const replay = useQuery({
    queryKey: ['lab', chosen, tries, base],
    queryFn: () => call<Replayed>('POST', '/api/lab/replay', { policies: chosen, candidate: { maxAttempts: tries, backoffBase: base, maxBackoff: Math.max(30, base), backoff: 'exponential' } }),
    placeholderData: (before) => before,
    staleTime: 60000,
  })
  return (
    <Page title="Lab" lead="Your own recorded failures against other policies: what would have been recovered, and what it would have cost in waiting."
      answer={replay.data && advice(replay.data)}>
      <div className="editor wide-right">
        <Card title="Compare">
          <div className="fields">
            <Field label="Candidate: attempts">
              <input type="number" min="1" max="50" value={tries} onChange={(event) => setTries(Math.max(1, Math.min(50, Number(event.target.value) || 1)))} />
            </Field>
            <Field label="Candidate: first wait, seconds">
              <input type="number" min="0" step="any" value={base} onChange={(event) => setBase(Math.max(0, Number(event.target.value) || 0))} />
            </Field>
          </div>
          <fieldset>
            <legend>Beside these templates</legend>
            <div className="checks">
              {book.data?.templates.map((template) => (
                <label key={template.id} className="check">
                  <input
                    type="checkbox"
                    checked={chosen.includes(template.id)}
                    onChange={(event) => setChosen(event.target.checked ? [...chosen, template.id].slice(-6) : chosen.filter((one) => one !== template.id))}
                  />
                  {template.id}
                </label>
              ))}
            </div>
          </fieldset>
        </Card>
        <Card title="Predicted">
          <When asked={replay} rows={6}>
            {(data) => (data.cases === 0 ? <Empty title="No failures recorded yet">Predictions need a history of failures; they get sharper with it.</Empty> : <Results data={data} tries={tries} base={base} />)}
          </When>
        </Card>
      </div>
    </Page>
  )
}

function Results({ data, tries, base }: { data: Replayed; tries: number; base: number }) {
  const longest = Math.max(1, ...data.predictions.map((p) => p.waitMs.high))
  const most = Math.max(1, ...data.predictions.map((p) => p.attempts.high))
  return (
    <>
      <div className="scroll" tabIndex={0} role="group" aria-label="Predictions">
        <table className="list lab" aria-label="Predictions">
          <thead>
            <tr><th scope="col">Policy</th><th scope="col">Recovered</th><th scope="col">Waiting, on average</th><th scope="col">Attempts, on average</th></tr>
          </thead>
          <tbody>
            {data.predictions.map((p) => (
              <tr key={p.policy}>
                <th scope="row">{p.policy}{p.guessed > 0.005 && <small className="faint"> {percent(p.guessed, 0)} guessed</small>}
                  {p.policy !== 'in force' && <small className="num"> <Link href={p.policy === 'candidate' ? `/policies?attempts=${tries}&base=${base}` : '/policies?template=' + p.policy}>use it …</Link></small>}
                </th>
                <td data-label="Recovered">
                  {percent(p.recovery.value)} <small className="faint">{percent(p.recovery.low, 0)} to {percent(p.recovery.high, 0)}</small>
                  <Range {...p.recovery} most={1} label={`${p.policy} recovers ${percent(p.recovery.value)}`} />
                </td>
                <td data-label="Waiting">
                  {span(p.waitMs.value)} <small className="faint">{span(p.waitMs.low)} to {span(p.waitMs.high)}</small>
                  <Range {...p.waitMs} most={longest} label={`${p.policy} waits ${span(p.waitMs.value)}`} />
                </td>
                <td data-label="Attempts">
                  {p.attempts.value.toFixed(2)}
                  <Range {...p.attempts} most={most} label={`${p.policy} needs ${p.attempts.value.toFixed(2)} attempts`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="faint">
        From {count(data.cases)} {data.cases === 1 ? 'operation' : 'operations'} that failed at least once{data.sampled ? ', the newest of your history' : ''}. Ranges hold the figure with 95 % confidence. Where nobody
        tried as often as a policy would, the outcome is estimated from cases that were tried on. “Use it” shows what would change before anything is saved.
      </p>
    </>
  )
}
