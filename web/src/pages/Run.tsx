import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, get, type RunDetail, type RunStep } from '../api'
import { clock, money, span } from '../words'
import { Card, Empty, ErrorTag, ModelTag, Page, Stat, Stats, StatusTag, Trouble, When } from '../parts/ui'
import { PlanGraph } from '../parts/graph'

export function Run({ id }: { id: string }) {
  const path = '/api/runs/' + encodeURIComponent(id)
  const queries = useQueryClient()
  const run = useQuery({ queryKey: ['run', id], queryFn: () => get<RunDetail>(path) })
  const [chosen, setChosen] = useState<string | null>(null)
  const act = useMutation({
    mutationFn: (what: string) => call('POST', path + what),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', id] }),
  })
  return (
    <When asked={run} rows={8}>
      {(data) => {
        const step = data.steps.find((one) => one.id === chosen) ?? data.steps.find((one) => one.status === 'failed') ?? data.steps[0]
        const going = data.run.status === 'running' || data.run.status === 'paused'
        return (
          <Page
            title={data.run.name || id}
            lead={<><StatusTag status={data.run.status} /> <span className="lead-label">Level</span> {data.run.level} <span className="lead-label">Project</span> {data.run.project || '–'}</>}
            actions={going && <button type="button" onClick={() => act.mutate('/cancel')}>Stop the run</button>}
          >
            {act.error && <Trouble error={act.error} />}
            <Stats>
              <Stat label="Steps passed" value={data.run.stepsPassed} />
              <Stat label="Steps failed" value={data.run.stepsFailed} tone={data.run.stepsFailed ? 'bad' : undefined} />
              <Stat label="Repairs" value={data.run.repairs} />
              <Stat label="Cost" value={money(Math.max(data.run.costMicros, data.steps.reduce((sum, one) => sum + (one.costMicros ?? 0), 0)))} />
              <Stat label="Took" value={data.run.endedAt ? span(Date.parse(data.run.endedAt) - Date.parse(data.run.startedAt)) : 'still going'} />
            </Stats>
            <Card title="Plan">
              {data.steps.length ? <PlanGraph steps={data.steps} chosen={step?.id} onChoose={setChosen} /> : <Empty title="No step has started yet" />}
            </Card>
            {data.notes.length > 0 && (
              <Card title="What happened beside the steps">
                <ul className="notes">
                  {data.notes.map((note, i) => (
                    <li key={i}><time>{clock(note.at)}</time> <span className="tag">{note.kind}</span> {note.kind === 'escalated' ? note.text.replaceAll('_', ' ') : note.text}</li>
                  ))}
                </ul>
              </Card>
            )}
            {step && <StepCards step={step} path={path} again={() => act.mutate(`/steps/${encodeURIComponent(step.id)}/retry`)} />}
          </Page>
        )
      }}
    </When>
  )
}

function StepCards({ step, path, again }: { step: RunStep; path: string; again: () => void }) {
  const proposed = step.patches.filter((patch) => patch.artifact)
  // Candidates of the newest round end their diffs in c1.diff, c2.diff, …
  const diffOf = (n: number) =>
    proposed.filter((patch) => patch.artifact!.endsWith('c' + n + '.diff')).at(-1)?.artifact ?? proposed[n - 1]?.artifact
  return (
    <>
      <Card
        title={'Step ' + step.id}
        aside={<span className="actions"><StatusTag status={step.status} />{step.status === 'failed' && <button type="button" onClick={again}>Try this step again</button>}</span>}
      >
        {step.error && <p className="said">{step.error}</p>}
        {step.attemptsMade.length ? (
          <ol className="attempts">
            {step.attemptsMade.map((attempt, i) => (
              <li key={i} className={attempt.succeeded ? 'fine' : 'failed'}>
                <span className="n">Attempt {attempt.attemptNumber}</span>
                {attempt.succeeded ? <span className="tag good">worked</span> : <ErrorTag type={attempt.failureType} />}
                <ModelTag model={attempt.model} />
                {attempt.strategy && <span className="tag">{attempt.strategy}</span>}
                <span>{attempt.errorMessage}</span>
                <span className="faint">{span(attempt.durationMs)}</span>
              </li>
            ))}
          </ol>
        ) : (
          <p className="faint">No attempt has ended yet.</p>
        )}
        {step.diagnosis.length > 0 && (
          <>
            <h3>Diagnosis</h3>
            <ol className="plain">{step.diagnosis.map((text, i) => <li key={i}>{text}</li>)}</ol>
          </>
        )}
      </Card>
      {step.verifications.length > 0 && (
        <Card title="Verification">
          {step.verifications.map((check, i) => (
            <details key={i} open={i === step.verifications.length - 1}>
              <summary>
                <span className={'tag ' + (check.passed ? 'good' : 'bad')}>{check.outcome.replace('_', ' ')}</span> <time dateTime={check.at}>{clock(check.at)}</time>
                <span className="faint"> {check.tests > 0 && `${check.tests} tests, ${check.failures} failed, `}{span(check.durationMs)}</span>
              </summary>
              {check.summary && <pre className="said">{check.summary}</pre>}
            </details>
          ))}
        </Card>
      )}
      {step.candidates.length > 0 && (
        <Card title="Candidates" aside={step.selected && <span className="faint">chosen: {step.selected.candidate}, {step.selected.how.replaceAll('_', ' ')}</span>}>
          <div className="candidates">
            {[...step.candidates].sort((a, b) => a.candidate - b.candidate).map((candidate) => (
              <article key={candidate.candidate} className={'candidate' + (step.selected?.candidate === candidate.candidate ? ' chosen' : '')}>
                <h3>Candidate {candidate.candidate} {!candidate.valid && <span className="tag bad">not usable</span>}</h3>
                <p className="faint"><ModelTag model={candidate.model} /> {candidate.variation}</p>
                {candidate.error && <p>{candidate.error}</p>}
                {candidate.valid && diffOf(candidate.candidate) && <Patch path={path} name={diffOf(candidate.candidate)!} />}
              </article>
            ))}
          </div>
          {step.judge && <ul className="plain">{step.judge.map((text, i) => <li key={i}>{text}</li>)}</ul>}
        </Card>
      )}
      {step.candidates.length === 0 && step.patches.length > 0 && (
        <Card title="Changes">
          {step.patches.map((patch, i) =>
            patch.artifact ? (
              <details key={i}>
                <summary>Attempt {patch.attempt}: {patch.files?.join(', ')} <span className="faint">{patch.lines} {patch.lines === 1 ? 'line' : 'lines'}</span></summary>
                <Patch path={path} name={patch.artifact} />
              </details>
            ) : patch.error ? (
              <p key={i}><span className="tag bad">{patch.kind?.toLowerCase().replaceAll('_', ' ')}</span> {patch.file} {patch.error}</p>
            ) : (
              <p key={i} className="faint">Attempt {patch.attempt} applied ({patch.applied}): {patch.files?.join(', ')}</p>
            ),
          )}
        </Card>
      )}
    </>
  )
}

function Patch({ path, name }: { path: string; name: string }) {
  const text = useQuery({ queryKey: ['artifact', path, name], queryFn: () => get<string>(`${path}/artifact?name=${encodeURIComponent(name)}`), staleTime: Infinity })
  return (
    <When asked={text} rows={3}>
      {(patch) => (
        <pre className="diff" tabIndex={0} aria-label={'Change ' + name}>
          {patch.split('\n').map((line, i) => (
            <span key={i} className={line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : line.startsWith('@@') ? 'hunk' : ''}>{line + '\n'}</span>
          ))}
        </pre>
      )}
    </When>
  )
}
