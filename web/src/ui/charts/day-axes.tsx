/** Axes and table of a chart with daily figures. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatShortDate, formatWeekdayDate } from '#web/lib/format/times.ts'
import { AmountAxis } from './bar-drawing.tsx'
import { chooseLabelledDayIndexes, type DaySeries, describeDayFigure, seriesTotalOf } from './chart-data.ts'
import classes from './charts.module.css'

const DAY_NAME = 64

interface DayAxesProps {
  days: readonly string[]
  axis: string
  ticks: readonly number[]
  x(index: number): number
  y(value: number): number
  left: number
  bottom: number
}

/**
 * Axes of a chart with daily figures.
 * Amounts are on the left side, days at the bottom.
 */
export function DayAxes({ days, axis, ticks, x, y, left, bottom }: DayAxesProps) {
  const right = x(days.length - 1)
  return (
    <>
      <AmountAxis name={axis} ticks={ticks} y={y} left={left} right={right} />
      {chooseLabelledDayIndexes(
        days.map((_, index) => x(index)),
        DAY_NAME,
      ).map((index) => (
        <text key={days[index]} x={x(index)} y={bottom + 20} textAnchor="middle" className={classes.tick}>
          {formatShortDate(days[index]!)}
        </text>
      ))}
    </>
  )
}

export interface DayTableProps {
  title: string
  /** Days as YYYY-MM-DD, oldest first. */
  days: readonly string[]
  series: readonly DaySeries[]
  /** Formats a figure together with its unit. */
  write(value: number): string
  /** Heading of the first column; 'Day' by default. */
  row?: string
  /** True if the values are levels, such as a site's load, so that a total makes no sense. */
  levels?: boolean
  /** Additional column with notes, which some days lack. */
  beside?: { label: string; notes: readonly (string | undefined)[] } | undefined
}

/** Table of daily figures, newest day first. */
export function DayTable({ title, days, series, write, row = t`Day`, levels, beside }: DayTableProps) {
  const noted = beside?.notes.some(Boolean) ? beside : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={classes.scroll} aria-label={t`${title}, table`} tabIndex={0}>
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
                <th scope="row">{formatWeekdayDate(day)}</th>
                {series.map((entry) => (
                  <td key={entry.key}>{describeDayFigure(entry, index, write)}</td>
                ))}
                {noted && <td className={classes.beside}>{noted.notes[index] ?? '–'}</td>}
              </tr>
            ))
            .reverse()}
        </tbody>
        {!levels && (
          <tfoot>
            <tr>
              <th scope="row">
                <Trans>Total</Trans>
              </th>
              {series.map((entry) => (
                <td key={entry.key}>{write(seriesTotalOf(entry))}</td>
              ))}
              {noted && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
