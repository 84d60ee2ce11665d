import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Shows the rows that can be seen, however many there are. All rows have one height. */
export function Virtual<T>({ rows, height, label, header, row, onEnd }: { rows: T[]; height: number; label: string; header: ReactNode; row: (item: T) => ReactNode; onEnd?: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ from: 0, to: 40 })
  useEffect(() => {
    const look = () => {
      const element = box.current
      if (!element) return
      const top = Math.max(0, -element.getBoundingClientRect().top)
      const from = Math.max(0, Math.floor(top / height) - 10)
      const to = Math.ceil((top + innerHeight) / height) + 10
      setView((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [height])
  useEffect(() => {
    if (view.to >= rows.length - 5) onEnd?.()
  }, [view.to, rows.length, onEnd])
  const to = Math.min(rows.length, view.to)
  return (
    <div ref={box}>
      <table className="list" aria-label={label} aria-rowcount={rows.length}>
        {header}
        <tbody>
          {view.from > 0 && <tr aria-hidden="true"><td className="gap" style={{ height: view.from * height }} colSpan={20} /></tr>}
          {rows.slice(view.from, to).map(row)}
          {to < rows.length && <tr aria-hidden="true"><td className="gap" style={{ height: (rows.length - to) * height }} colSpan={20} /></tr>}
        </tbody>
      </table>
    </div>
  )
}
