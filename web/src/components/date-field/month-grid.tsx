/**
 * Days of a month as a table.
 * It is one tab stop; arrow keys move between the available days.
 */

import type { KeyboardEvent } from 'react'
import { lookUp } from '#rules/dictionary.ts'
import { weeksOf, writeDay } from './calendar.ts'
import classes from './date-field.module.css'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Minimum number of days per arrow key. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 7, ArrowLeft: -1, ArrowUp: -7 }

export interface MonthGridProps {
  /** Visible month: '2026-01'. */
  month: string
  value: string | null
  /** Available days of the month; undefined while unknown. */
  available: ReadonlySet<string> | undefined
  choose(day: string): void
}

export function MonthGrid({ month, value, available, choose }: MonthGridProps) {
  const days = [...(available ?? [])].sort()
  const stop = value && days.includes(value) ? value : days.at(-1)
  return (
    <table className={classes.month} aria-busy={available === undefined} onKeyDown={(event) => go(event, days)}>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, weekday) => (
              <td key={WEEKDAYS[weekday]}>
                {day && (
                  <button
                    type="button"
                    className={classes.day}
                    data-day={day}
                    disabled={!days.includes(day)}
                    tabIndex={day === stop ? 0 : -1}
                    data-autofocus={day === stop || undefined}
                    aria-label={writeDay(day)}
                    aria-pressed={day === value}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Focuses the nearest available day at least one step away. */
function go(event: KeyboardEvent<HTMLTableElement>, days: readonly string[]) {
  const step = lookUp(STEPS, event.key)
  const from = (event.target as HTMLElement).dataset.day
  if (step === undefined || from === undefined) return
  event.preventDefault()
  const goal = Date.parse(from) + step * 86_400_000
  const to = step > 0 ? days.find((day) => Date.parse(day) >= goal) : days.findLast((day) => Date.parse(day) <= goal)
  event.currentTarget.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
}
