/** The days of a month as a table: one stop of the Tab key, arrow keys between the days that can be chosen. */

import type { KeyboardEvent } from 'react'
import { lookUp } from '#rules/dictionary.ts'
import { weeksOf, writeDay } from './calendar.ts'
import classes from './date-field.module.css'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Days that an arrow key goes at least. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 7, ArrowLeft: -1, ArrowUp: -7 }

export interface MonthGridProps {
  /** The month that is shown: '2026-01'. */
  month: string
  value: string | null
  /** The days of it that can be chosen; undefined until that is known. */
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

/** To the nearest day that can be chosen, at least so far away. */
function go(event: KeyboardEvent<HTMLTableElement>, days: readonly string[]) {
  const step = lookUp(STEPS, event.key)
  const from = (event.target as HTMLElement).dataset.day
  if (step === undefined || from === undefined) return
  event.preventDefault()
  const goal = Date.parse(from) + step * 86_400_000
  const to = step > 0 ? days.find((day) => Date.parse(day) >= goal) : days.findLast((day) => Date.parse(day) <= goal)
  event.currentTarget.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
}
