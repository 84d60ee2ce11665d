import { type RunRow } from '../api'
import { useNow } from '../feed'
import { Link, useQueryParam } from '../router'
import { count, money, short, span } from '../words'
import { Ago, Empty, Page, StatusTag } from '../parts/ui'
import { ProjectSelect } from '../parts/filters'
import { Rows } from '../parts/rows'

const STATES = ['running', 'waiting', 'held', 'paused', 'interrupted', 'failed', 'stopped', 'passed']
/** What needs a look comes first: failed, then what goes on, then what went well. */
const urgency = (run: RunRow) => (run.status === 'failed' || run.status === 'stopped' ? 0 : run.status === 'passed' ? 2 : 1)

export function Runs() {
  const now = useNow(10000)
  const [state, setState] = useQueryParam('state')
  const [project, setProject] = useQueryParam('project')
  const [failedFirst, setFailedFirst] = useQueryParam('first')
  return (
    <Page title="Runs" lead="Plans and commands, with every step, attempt and verdict.">
      <div className="filters">
        <select aria-label="State" value={state} onChange={(event) => setState(event.target.value)}>
          <option value="">Any state</option>
          {STATES.map((name) => <option key={name}>{name}</option>)}
        </select>
        <ProjectSelect value={project} onChange={setProject} />
        <label className="check">
          <input type="checkbox" checked={!!failedFirst} onChange={(event) => setFailedFirst(event.target.checked ? 'failed' : '')} />
          Failed first
        </label>
      </div>
      <Rows<RunRow>
        name="runs"
        path="/api/runs"
        filter={{ ...(state && { state }), ...(project && { project }) }}
        sorted={(rows) => (failedFirst ? [...rows].sort((a, b) => urgency(a) - urgency(b)) : rows)}
        answer={(rows, more) => `${count(rows.length)}${more ? ' or more' : ''} runs: ${count(rows.filter((run) => urgency(run) === 1).length)} going on, ${count(rows.filter((run) => urgency(run) === 0).length)} failed or stopped, ${count(rows.filter((run) => run.status === 'passed').length)} passed.`}
        columns={[
          { name: 'Run', cell: (run) => <Link href={'/runs/' + encodeURIComponent(run.id)} title={run.id}>{run.name || short(run.id)}</Link> },
          { name: 'Project', cell: (run) => run.project },
          { name: 'State', cell: (run) => <StatusTag status={run.status} /> },
          { name: 'Level', cell: (run) => run.level },
          { name: 'Steps', num: true, cell: (run) => <>{run.stepsPassed}{run.stepsFailed > 0 && <span className="bad"> + {run.stepsFailed} failed</span>}</> },
          { name: 'Repairs', num: true, cell: (run) => run.repairs },
          { name: 'Took', num: true, cell: (run) => (run.endedAt ? span(Date.parse(run.endedAt) - Date.parse(run.startedAt)) : '–') },
          { name: 'Cost', num: true, cell: (run) => money(run.costMicros) },
          { name: 'Last', num: true, className: () => 'faint', cell: (run) => <Ago at={run.lastAt} now={now} /> },
        ]}
        empty={
          <Empty title={state || project ? 'No run fits' : 'No runs yet'}>
            <p>Runs appear when a plan or a command is carried out:</p>
            <code>mulligan exec --operation test -- pytest</code>
          </Empty>
        }
      />
    </Page>
  )
}
