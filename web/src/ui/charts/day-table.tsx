/** Daily figures as a table, newest day first. */

import { longDay } from '#web/lib/format/calendar-day.ts'
import classes from './charts.module.css'
import { type DaySeries, figureOf, totalOf } from './day-series.ts'

export interface DayTableProps {
  title: string
  /** YYYY-MM-DD, oldest first. */
  days: readonly string[]
  series: readonly DaySeries[]
  /** Formats a figure with its unit. */
  write(value: number): string
  /** Head of the first column; 'Day' by default. */
  row?: string
  /** True for levels, which have no total. */
  levels?: boolean
  /** Additional column with notes on some days. */
  beside?: { label: string; notes: readonly (string | undefined)[] } | undefined
}

export function DayTable({ title, days, series, write, row = 'Day', levels, beside }: DayTableProps) {
  const noted = beside?.notes.some(Boolean) ? beside : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
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
