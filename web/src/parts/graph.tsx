import type { RunStep } from '../api'

/** Column of a step: one to the right of everything it needs. Steps without known needs follow each other. */
export function columns(steps: RunStep[]): Map<string, number> {
  const known = new Map(steps.map((step) => [step.id, step]))
  const needsOf = (step: RunStep, i: number) => step.needs ?? (steps.some((one) => one.needs) || i === 0 ? [] : [steps[i - 1]!.id])
  const at = new Map<string, number>()
  const place = (step: RunStep, seen: Set<string>): number => {
    const done = at.get(step.id)
    if (done !== undefined) return done
    if (seen.has(step.id)) return 0
    seen.add(step.id)
    const before = needsOf(step, steps.indexOf(step)).map((id) => known.get(id)).filter((one) => one !== undefined)
    const column = before.length ? Math.max(...before.map((one) => place(one, seen))) + 1 : 0
    at.set(step.id, column)
    return column
  }
  steps.forEach((step) => place(step, new Set()))
  return at
}

export function PlanGraph({ steps, chosen, onChoose }: { steps: RunStep[]; chosen?: string; onChoose: (id: string) => void }) {
  const at = columns(steps)
  const rows = new Map<number, number>()
  const spots = new Map<string, { x: number; y: number }>()
  steps.forEach((step) => {
    const column = at.get(step.id) ?? 0
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    spots.set(step.id, { x: 8 + column * 196, y: 8 + row * 66 })
  })
  const width = Math.max(...[...spots.values()].map((spot) => spot.x)) + 176
  const height = Math.max(...[...spots.values()].map((spot) => spot.y)) + 58
  const needs = (step: RunStep, i: number) => step.needs ?? (steps.some((one) => one.needs) || i === 0 ? [] : [steps[i - 1]!.id])
  return (
    <div className="graph" tabIndex={0} role="group" aria-label="Steps of the plan">
      <svg width={width} height={height} aria-hidden="true">
        {steps.flatMap((step, i) =>
          needs(step, i).map((id) => {
            const from = spots.get(id)
            const to = spots.get(step.id)
            if (!from || !to) return null
            const x1 = from.x + 164
            const y1 = from.y + 23
            const y2 = to.y + 23
            return <path key={id + step.id} d={`M${x1} ${y1} C ${x1 + 16} ${y1}, ${to.x - 16} ${y2}, ${to.x} ${y2}`} />
          }),
        )}
      </svg>
      {steps.map((step) => (
        <button
          key={step.id}
          type="button"
          className={'node ' + step.status}
          aria-pressed={step.id === chosen}
          style={{ left: spots.get(step.id)!.x, top: spots.get(step.id)!.y }}
          onClick={() => onChoose(step.id)}
        >
          <strong>{step.id}</strong>
          <small>{step.status}{step.attemptsMade.length > 1 ? `, ${step.attemptsMade.length} attempts` : ''}</small>
        </button>
      ))}
    </div>
  )
}
