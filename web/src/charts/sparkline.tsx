/** A figure's course as a line without axes, for beside the figure itself, which is told in words. */
import classes from './sparkline.module.css'

const [WIDTH, HEIGHT] = [96, 24]

/** From each day that is known to the next one; the lowest is at the bottom. */
export function pathOf(values: readonly (number | null)[]): string {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const known = points.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...known), Math.max(...known, 0)]
  const x = (index: number) => Math.round((index / Math.max(1, values.length - 1)) * WIDTH * 10) / 10
  const y = (value: number) => Math.round((HEIGHT - 1 - ((value - low) / (high - low || 1)) * (HEIGHT - 2)) * 10) / 10
  return points.map(({ value, index }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('')
}

export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg className={classes.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={pathOf(values)} />
    </svg>
  )
}
