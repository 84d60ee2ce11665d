import type { RunRow } from '../api'
import { useNow } from '../feed'
import { Link } from '../router'
import { ago, money, short, span } from '../words'
import { Empty, Page, StatusTag } from '../parts/ui'
import { Rows } from '../parts/rows'

export function Runs() {
  const now = useNow(10000)
  return (
    <Page title="Runs" lead="Plans and commands, with every step, try and verdict.">
      <Rows<RunRow>
        name="runs"
        path="/api/runs"
        columns={[
          { name: 'Run', cell: (run) => <Link href={'/runs/' + encodeURIComponent(run.id)} title={run.id}>{run.name || short(run.id)}</Link> },
          { name: 'Project', cell: (run) => run.project },
          { name: 'State', cell: (run) => <StatusTag status={run.status} /> },
          { name: 'Level', cell: (run) => run.level },
          { name: 'Steps', num: true, cell: (run) => <>{run.stepsPassed}{run.stepsFailed > 0 && <span className="bad"> + {run.stepsFailed} failed</span>}</> },
          { name: 'Repairs', num: true, cell: (run) => run.repairs },
          { name: 'Took', num: true, cell: (run) => (run.endedAt ? span(Date.parse(run.endedAt) - Date.parse(run.startedAt)) : '–') },
          { name: 'Cost', num: true, cell: (run) => money(run.costMicros) },
          { name: 'Last', num: true, className: () => 'faint', cell: (run) => ago(run.lastAt, now) },
        ]}
        empty={
          <Empty title="No runs yet">
            <p>Runs appear when a plan or a command is carried out:</p>
            <code>mulligan exec --operation test -- pytest</code>
          </Empty>
        }
      />
    </Page>
  )
}
