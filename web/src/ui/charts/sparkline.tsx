/** Sparkline: a figure's development as a line without axes, beside the figure itself. */
import { runsOf } from './chart-geometry.ts'
import classes from './charts.module.css'

const [WIDTH, HEIGHT] = [96, 24]

/** Returns an SVG path through the known figures, broken at unknown ones. */
export function pathOf(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(...known, 0)]
  const x = (index: number) => Math.round((index / Math.max(1, values.length - 1)) * WIDTH * 10) / 10
  const y = (value: number) => Math.round((HEIGHT - 1 - ((value - low) / (high - low || 1)) * (HEIGHT - 2)) * 10) / 10
  return runsOf(values)
    .map((run) => {
      const points = run.map(({ index, value }) => `${x(index)} ${y(value)}`)
      // A line of no length draws a point.
      return `M${points.join('L')}${run.length === 1 ? 'h0' : ''}`
    })
    .join('')
}

export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg className={classes.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={pathOf(values)} />
    </svg>
  )
}
