import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { go } from '../router'

export interface Point { at: number; recovered: number; lost: number; refused: number; requests: number }

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A colour that differs by theme is worked out by the browser; a canvas needs it as one value. */
function resolved(name: string) {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value || colour(name)
}

/** What failed and how it ended, over time: bars of which each leads to what is in it. */
export function Series({ points, step, link }: { points: Point[]; step: 'hour' | 'day'; link: (from: number, to: number) => string }) {
  const box = useRef<HTMLDivElement>(null)
  const key = JSON.stringify(points)
  useEffect(() => {
    const element = box.current
    if (!element || !points.length) return
    const length = step === 'hour' ? 3600 : 86400
    const draw = () => {
      element.replaceChildren()
      const bars = uPlot.paths.bars!({ size: [0.7, 40], align: 1 })
      const axis = { stroke: resolved('--soft'), grid: { stroke: resolved('--line'), width: 1 }, ticks: { stroke: resolved('--line'), width: 1 }, font: '12px system-ui' }
      // Bars stand in front of each other: the tallest is everything, so what is seen of each adds up.
      const of = (label: string, tone: string, pick: (point: Point) => number, value: (point: Point) => number): [uPlot.Series, number[]] => [
        { label, fill: resolved(tone), stroke: resolved(tone), width: 0, paths: bars, points: { show: false }, value: (_, __, ___, i) => (i == null ? '–' : String(value(points[i]!))) },
        points.map(pick),
      ]
      const all = [
        of('recovered', '--good-bar', (p) => p.recovered + p.lost + p.refused, (p) => p.recovered),
        of('refused', '--warn-bar', (p) => p.lost + p.refused, (p) => p.refused),
        of('lost', '--bad-bar', (p) => p.lost, (p) => p.lost),
      ]
      const most = Math.max(1, ...points.map((p) => p.recovered + p.lost + p.refused))
      const plot = new uPlot(
        {
          width: element.clientWidth,
          height: 240,
          ms: 1,
          tzDate: (at) => (step === 'day' ? uPlot.tzDate(new Date(at), 'Etc/UTC') : new Date(at)),
          legend: { live: true },
          cursor: { y: false, drag: { x: false, y: false } },
          scales: { x: { time: true, range: [points[0]!.at - length * 100, points.at(-1)!.at + length * 1100] }, y: { range: [0, most * 1.1] } },
          axes: [
            { ...axis, values: (_, ticks) => ticks.map((at) => label(at, step)) },
            { ...axis, label: step === 'hour' ? 'per hour' : 'per day (UTC)', labelSize: 18, labelFont: '12px system-ui', size: 46, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000] },
          ],
          series: [{ label: step, value: (_, at) => (at == null ? '–' : label(at, step, true)) }, ...all.map(([one]) => one)],
        },
        [points.map((p) => p.at), ...all.map(([, values]) => values)],
        element,
      )
      plot.over.addEventListener('click', () => {
        const point = points[plot.cursor.idx ?? -1]
        if (point) go(link(point.at, point.at + length * 1000))
      })
      return plot
    }
    let plot = draw()
    const again = () => {
      plot.destroy()
      plot = draw()
    }
    const theme = new MutationObserver(again)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', again)
    const size = new ResizeObserver(() => element.clientWidth !== plot.width && plot.setSize({ width: element.clientWidth, height: 240 }))
    size.observe(element)
    return () => {
      theme.disconnect()
      dark.removeEventListener('change', again)
      size.disconnect()
      plot.destroy()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, step])
  const total = points.reduce((sum, p) => ({ recovered: sum.recovered + p.recovered, lost: sum.lost + p.lost, refused: sum.refused + p.refused }), { recovered: 0, lost: 0, refused: 0 })
  return <div ref={box} className="series" role="img" aria-label={`By ${step}: ${total.recovered} recovered, ${total.lost} lost, ${total.refused} refused`} />
}

const label = (at: number, step: 'hour' | 'day', long = false) =>
  step === 'hour'
    ? new Date(at).toLocaleString('en-GB', { ...(long && { day: 'numeric', month: 'short' }), hour: '2-digit', minute: '2-digit' })
    : new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
