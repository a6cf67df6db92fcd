/** Figures by day as a table, the newest day first. */

import { longDay } from '#web/format/calendar-day.ts'
import classes from './charts.module.css'
import { type DaySeries, figureOf, totalOf } from './day-series.ts'

export interface DayTableProps {
  title: string
  /** YYYY-MM-DD, oldest first. */
  days: readonly string[]
  series: readonly DaySeries[]
  /** A figure with its unit. */
  write(value: number): string
  /** What a row is; a day when not given. */
  row?: string
  /** The figures are levels, which add up to nothing. */
  levels?: boolean
  /** What is to be known of some days beside their figures, under a name of its own. */
  beside?: { label: string; notes: readonly (string | undefined)[] } | undefined
}

export function DayTable({ title, days, series, write, row = 'Day', levels, beside }: DayTableProps) {
  const noted = beside?.notes.some(Boolean) ? beside : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={classes.scroll} aria-label={`${title}, table`} tabIndex={0}>
      <table className={classes.figures} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{row}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {noted && <th scope="col">{noted.label}</th>}
          </tr>
        </thead>
        <tbody>
          {days
            .map((day, index) => (
              <tr key={day}>
                <th scope="row">{longDay(day)}</th>
                {series.map((entry) => (
                  <td key={entry.key}>{figureOf(entry, index, write)}</td>
                ))}
                {noted && <td className={classes.beside}>{noted.notes[index] ?? '–'}</td>}
              </tr>
            ))
            .reverse()}
        </tbody>
        {!levels && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {series.map((entry) => (
                <td key={entry.key}>{write(totalOf(entry))}</td>
              ))}
              {noted && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
