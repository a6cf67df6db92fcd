/** Calendar and time lists of the moment field, for touch. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { fieldIn } from '#rules/city-time.ts'
import { daysOf, monthOf } from '#web/components/date-field/calendar.ts'
import { Calendar } from '#web/components/date-field/calendar-view.tsx'
import { useCityWords } from '#web/format/city-words.ts'
import type { Toward } from '#web/format/dates.ts'
import classes from './moment-field.module.css'

const MINUTES_APART = 5
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

export interface MomentCalendarProps {
  /** `2026-01-05T14:15`, or text that is no moment yet. */
  value: string
  toward: Toward
  /** Epoch ms. */
  now: number
  choose(field: string): void
}

export function MomentCalendar({ value, toward, now, choose }: MomentCalendarProps) {
  const present = fieldIn(useCityWords().timeZone, now)
  const [day, time] = (value || present).split('T') as [string, string]
  const [hour, minute] = time.split(':') as [string, string]
  const [month, show] = useState(monthOf(day))
  return (
    <>
      <Calendar
        value={day}
        month={month}
        show={show}
        available={available(month, present.slice(0, 10), toward)}
        none={toward === 'future' ? 'This month is over.' : 'This month is still to come.'}
        choose={(chosen) => choose(`${chosen}T${time}`)}
      />
      <div className={classes.time}>
        <NativeSelect
          label="Hour"
          size="md"
          data={HOURS}
          value={hour}
          onChange={({ currentTarget }) => choose(`${day}T${currentTarget.value}:${minute}`)}
        />
        <NativeSelect
          label="Minute"
          size="md"
          data={minutes(minute)}
          value={minute}
          onChange={({ currentTarget }) => choose(`${day}T${hour}:${currentTarget.value}`)}
        />
      </div>
    </>
  )
}

/** Returns the days of a month on the permitted side of today. */
function available(month: string, today: string, toward: Toward): ReadonlySet<string> {
  const days = Array.from(
    { length: Number(daysOf(month).to.slice(8)) },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  )
  return new Set(days.filter((day) => (toward === 'future' ? day >= today : day <= today)))
}

/** Returns every fifth minute and the chosen one. */
function minutes(chosen: string): string[] {
  const fifths = Array.from({ length: 60 / MINUTES_APART }, (_, index) =>
    String(index * MINUTES_APART).padStart(2, '0'),
  )
  return [...new Set([...fifths, chosen])].sort()
}
