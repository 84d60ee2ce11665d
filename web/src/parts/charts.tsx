import { useId } from 'react'
import { Link } from '../router'
import { count } from '../words'

/** Horizontal bars that are also a table: screen readers read names and figures. */
export function Bars({ rows, format = count, tone = 'accent', label, whole }: { whole?: number; rows: { name: string; value: number; note?: string; href?: string; low?: number; high?: number }[]; format?: (n: number) => string; tone?: string; label: string }) {
  const most = whole ?? Math.max(1e-9, ...rows.map((row) => row.value))
  return (
    <table className="bars" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row" title={row.name}>{row.href ? <Link href={row.href}>{row.name}</Link> : row.name}</th>
            <td className="bar-cell">
              <svg className={'bar ' + tone} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className="track" width="100" height="8" rx="1" />
                <rect className="fill" width={Math.max(row.value > 0 ? 0.8 : 0, (row.value / most) * 100)} height="8" rx="1" />
                {row.low !== undefined && row.high !== undefined && <rect className="interval" x={(row.low / most) * 100} width={Math.max(0.6, ((row.high - row.low) / most) * 100)} y="3" height="2" />}
              </svg>
            </td>
            <td className="num">{format(row.value)}</td>
            {row.note !== undefined && <td className="num faint">{row.note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** When the attempts of a policy happen: waits grow to the right until the cap. */
export function DelayCurve({ delays, before, cap }: { delays: number[]; before?: number[]; cap: number }) {
  const title = useId()
  const width = 560
  const height = 190
  const pad = { left: 58, right: 14, top: 14, bottom: 26 }
  const most = Math.max(0.001, ...delays, ...(before ?? []))
  const points = Math.max(1, delays.length, before?.length ?? 0)
  const x = (i: number) => pad.left + ((width - pad.left - pad.right) * (i + 0.5)) / points
  const y = (d: number) => pad.top + (height - pad.top - pad.bottom) * (1 - d / most)
  const path = (list: number[]) => list.map((d, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(d).toFixed(1)}`).join('')
  const total = delays.reduce((a, b) => a + b, 0)
  const text = delays.length
    ? `Waits before attempts 2 to ${delays.length + 1}: ${delays.slice(0, 12).map((d) => d + ' s').join(', ')}${delays.length > 12 ? ' …' : ''}`
    : 'One attempt only, no waits'
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={title}>
        <title id={title}>{text}</title>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line className="grid" x1={pad.left} x2={width - pad.right} y1={y(most * part)} y2={y(most * part)} />
            <text className="tick end" x={pad.left - 6} y={y(most * part) + 4}>{(most * part).toFixed(most < 0.1 ? 3 : most < 4 ? 1 : 0)} s</text>
          </g>
        ))}
        {cap > 0 && cap <= most * 1.001 && <line className="cap" x1={pad.left} x2={width - pad.right} y1={y(cap)} y2={y(cap)} />}
        {before && before.length > 0 && <path className="curve before" d={path(before)} />}
        <path className="curve" d={path(delays)} />
        {delays.map((d, i) => (
          <g key={i}>
            <circle className="dot" cx={x(i)} cy={y(d)} r={delays.length > 20 ? 2 : 4} />
            {delays.length <= 12 && <text className="tick" x={x(i)} y={height - 8}>attempt {i + 2}</text>}
          </g>
        ))}
        {!delays.length && <text className="tick" x={width / 2} y={height / 2}>One attempt only: there is no wait</text>}
      </svg>
      <figcaption>
        {text}. All waits together: {total >= 120 ? (total / 60).toFixed(1) + ' min' : total.toFixed(total < 1 ? 2 : total < 10 ? 1 : 0) + ' s'}
        {before && <span className="legend"> <i className="before" /> as it is now</span>}
      </figcaption>
    </figure>
  )
}

/** A figure with the range that holds it, on a common scale. */
export function Range({ value, low, high, most, label }: { value: number; low: number; high: number; most: number; label: string }) {
  const x = (n: number) => (most <= 0 ? 0 : Math.min(100, (n / most) * 100))
  return (
    <svg className="range" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className="track" y="5" width="100" height="2" />
      <rect className="span" x={x(low)} y="3" width={Math.max(0.6, x(high) - x(low))} height="6" rx="1" />
      <rect className="mark" x={Math.max(0, x(value) - 0.5)} y="1" width="1" height="10" />
    </svg>
  )
}
