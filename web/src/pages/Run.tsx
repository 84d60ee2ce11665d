import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem, call, get, type Question, type RunDetail, type RunStep } from '../api'
import { useNow } from '../feed'
import { clock, exact, money, some, span } from '../words'
import { Diff } from '../parts/diff'
import { Card, Empty, ModelTag, Page, Stat, Stats, StatusTag, Trouble, When } from '../parts/ui'
import { Ask } from './Questions'
import { PlanGraph } from '../parts/graph'

/** The run in one sentence. */
function verdict(data: RunDetail) {
  const failed = data.steps.filter((step) => step.status === 'failed').map((step) => step.id)
  const running = data.steps.filter((step) => step.status === 'running').map((step) => step.id)
  switch (data.run.status) {
    case 'passed':
      return `All ${some(data.run.stepsPassed, 'step')} passed.`
    case 'paused':
      return `Paused${running.length ? ' at ' + running.join(', ') : ''}; ${some(data.run.stepsPassed, 'step')} passed.`
    case 'waiting':
      return `Waiting for an answer; ${some(data.run.stepsPassed, 'step')} passed.`
    case 'held':
      return `Held before the next step; ${some(data.run.stepsPassed, 'step')} passed.`
    case 'interrupted':
      return `Its program is gone; mulligan resume goes on. ${some(data.run.stepsPassed, 'step')} passed.`
    case 'running':
      return running.length ? `Working on ${running.join(', ')}; ${some(data.run.stepsPassed, 'step')} passed.` : `Waiting; ${some(data.run.stepsPassed, 'step')} passed.`
    default:
      return failed.length ? `Failed at ${failed.join(', ')}: ${data.steps.find((step) => step.id === failed[0])?.error ?? 'see below'}` : `Ended as ${data.run.status}.`
  }
}

export function Run({ id }: { id: string }) {
  const path = '/api/runs/' + encodeURIComponent(id)
  const queries = useQueryClient()
  const run = useQuery({ queryKey: ['run', id], queryFn: () => get<RunDetail>(path) })
  const asked = useQuery({ queryKey: ['questions'], queryFn: () => get<{ questions: Question[] }>('/api/questions') })
  const now = useNow(10000)
  const [chosen, setChosen] = useState<string | null>(null)
  const act = useMutation({
    mutationFn: (what: string) => call('POST', path + what),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', id] }),
  })
  return (
    <When asked={run} rows={8}>
      {(data) => {
        const step = data.steps.find((one) => one.id === chosen) ?? data.steps.find((one) => one.status === 'failed') ?? data.steps.find((one) => one.status === 'running' && one.timeline.length > 0) ?? [...data.steps].sort((a, b) => b.attemptsMade.length - a.attemptsMade.length)[0]
        const going = !['passed', 'failed', 'stopped'].includes(data.run.status)
        return (
          <Page
            title={data.run.name || id}
            lead={<><StatusTag status={data.run.status} /> <span className="lead-label">Level</span> {data.run.level} <span className="lead-label">Project</span> {data.run.project || '–'}</>}
            answer={verdict(data)}
            tone={data.run.status === 'passed' ? 'good' : going ? 'held' : 'bad'}
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
            {asked.data?.questions.filter((one) => !one.answeredAt && one.runId === id).map((one) => <Ask key={one.id} question={one} now={now} />)}
            <Card title="Plan">
              {data.steps.length ? <PlanGraph steps={data.steps} chosen={step?.id} onChoose={setChosen} /> : <Empty title="No step has started yet" />}
            </Card>
            {data.notes.length > 0 && (
              <Card title="Events of the whole run">
                <ul className="notes">
                  {data.notes.map((note, i) => (
                    <li key={i}><time>{clock(note.at)}</time> <span className="tag">{note.kind}</span> {note.kind === 'escalated' ? note.text.replaceAll('_', ' ') : note.text}</li>
                  ))}
                </ul>
              </Card>
            )}
            {step && (
              <StepCards
                key={step.id}
                step={step}
                path={path}
                again={() => act.mutate(`/steps/${encodeURIComponent(step.id)}/retry`)}
              />
            )}
          </Page>
        )
      }}
    </When>
  )
}

const KINDS: Record<string, string> = {
  started: 'Attempt started', finished: 'Attempt ended', change: 'Change', applied: 'Change applied', refused: 'Change refused', verification: 'Verification',
  decision: 'Decision', wait: 'Wait', escalated: 'Escalation', diagnosis: 'Diagnosis', candidate: 'Candidate', chosen: 'Choice', repair: 'Repair',
}

function StepCards({ step, path, again }: { step: RunStep; path: string; again: () => void }) {
  const rounds = [...new Set(step.candidates.map((one) => one.round))].sort((a, b) => b - a)
  const cost = step.costMicros ?? step.attemptsMade.reduce((sum, one) => sum + (one.costMicros ?? 0), 0)
  return (
    <>
      <Card
        title={'Step ' + step.id}
        aside={
          <span className="actions">
            <span className="faint">{some(step.attemptsMade.length, 'attempt')}, {money(cost)}</span>
            <StatusTag status={step.status} />
            {step.status === 'failed' && <button type="button" onClick={again}>Try this step again</button>}
          </span>
        }
      >
        {step.error && <p className="said">{step.error}</p>}
        {step.timeline.length ? (
          <ol className="timeline" aria-label={'What happened in step ' + step.id}>
            {step.timeline.map((entry, i) => (
              <li key={i} className={'entry ' + (entry.good == null ? '' : entry.good ? 'fine' : 'failed')}>
                <p>
                  <time dateTime={entry.at} title={exact(entry.at)}>{clock(entry.at)}</time> <strong>{KINDS[entry.kind] ?? entry.kind}</strong> <span>{entry.text}</span>
                  <span className="faint">{entry.ms ? span(entry.ms) : ''}{entry.costMicros ? ` · ${money(entry.costMicros)}` : ''}</span>
                </p>
                {entry.detail && <pre className="said" tabIndex={0} aria-label="What the verifier found">{entry.detail}</pre>}
                {entry.artifact && (
                  <details>
                    <summary>Show the change</summary>
                    <Patch path={path} name={entry.artifact} />
                  </details>
                )}
              </li>
            ))}
          </ol>
        ) : (
          <p className="faint">No attempt has started yet.</p>
        )}
        {step.output && (
          <>
            <h3>{step.status === 'running' ? 'Output of the agent, as it comes' : 'Last output of the agent'}</h3>
            <pre className="said live" tabIndex={0} aria-label="Output of the agent">{step.output}</pre>
          </>
        )}
        {step.diagnosis.length > 0 && (
          <>
            <h3>Diagnosis</h3>
            <ol className="plain">{step.diagnosis.map((text, i) => <li key={i}>{text}</li>)}</ol>
          </>
        )}
      </Card>
      {rounds.map((round) => (
        <Card
          key={round}
          title={rounds.length > 1 ? `Candidates of round ${round}` : 'Candidates'}
          aside={round === rounds[0] && step.selected && <span className="faint">chosen: {step.selected.candidate}, {step.selected.how.replaceAll('_', ' ')}</span>}
        >
          <div className="candidates">
            {step.candidates.filter((one) => one.round === round).sort((a, b) => a.candidate - b.candidate).map((candidate) => (
              <article key={candidate.candidate} className={'candidate' + (round === rounds[0] && step.selected?.candidate === candidate.candidate ? ' chosen' : '')}>
                <h3>Candidate {candidate.candidate} {!candidate.valid && <span className="tag bad">not usable</span>}</h3>
                <p className="faint"><ModelTag model={candidate.model} /> {candidate.variation}</p>
                {candidate.error && <p>{candidate.error}</p>}
                {candidate.valid && candidate.artifact && <Patch path={path} name={candidate.artifact} />}
              </article>
            ))}
          </div>
          {round === rounds[0] && step.judge && <ul className="plain">{step.judge.map((text, i) => <li key={i}>{text}</li>)}</ul>}
        </Card>
      ))}
    </>
  )
}

/** The files of a run lie where it ran; seen from elsewhere the page says so, in a line and not in a box. */
function Patch({ path, name }: { path: string; name: string }) {
  const text = useQuery({ queryKey: ['artifact', path, name], queryFn: () => get<string>(`${path}/artifact?name=${encodeURIComponent(name)}`), staleTime: Infinity })
  if (text.error instanceof Problem && text.error.status === 404) return <p className="faint">The change itself lies in the run's folder ({name}), which this server cannot see.</p>
  return <When asked={text} rows={3}>{(patch) => <Diff text={patch} label={'Change ' + name} />}</When>
}
