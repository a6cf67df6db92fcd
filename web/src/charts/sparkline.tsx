/** A figure's course as a line without axes, for beside the figure itself, which is told in words. */
import classes from './sparkline.module.css'

const [WIDTH, HEIGHT] = [96, 24]

/** The line's pieces, broken where a value is not known; the lowest is at the bottom. */
export function pathOf(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(...known, 0)]
  const x = (index: number) => Math.round((index / Math.max(1, values.length - 1)) * WIDTH * 10) / 10
  const y = (value: number) => Math.round((HEIGHT - 1 - ((value - low) / (high - low || 1)) * (HEIGHT - 2)) * 10) / 10
  return values
    .map((value, index) => {
      if (value === null) return ''
      const begins = index === 0 || values[index - 1] === null
      return `${begins ? 'M' : 'L'}${x(index)} ${y(value)}`
    })
    .join('')
}

export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg className={classes.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={pathOf(values)} />
    </svg>
  )
}
