/**
 * Text state of a date field.
 * The field parses its text on blur; all date fields share the error texts.
 */
import { useState } from 'react'
import { dayIn } from '#domain/city-time.ts'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { INVALID_DATE, readDate } from '#web/lib/format/dates.ts'
import { writeDay } from './calendar.ts'

export interface TypedDate {
  /** Format: '2026-01-05'. */
  value: string | null
  /** Text without a valid value, such as an invalid date of the address. */
  unread?: string
  choose(day: string | null): void
  /** Returns why a date is not available, or null. */
  refuse?(day: string): Promise<string | null>
}

export function useTypedDate({ value, unread = '', choose, refuse }: TypedDate) {
  const { timeZone } = useCityTerms()
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const take = (day: string | null) => {
    setTyped(null)
    setError(null)
    choose(day)
  }
  return {
    text: typed ?? (value ? writeDay(value) : unread),
    error,
    type(text: string) {
      setTyped(text)
      setError(null)
    },
    take,
    async commit() {
      if (typed === null) return
      if (typed.trim() === '') return take(null)
      const today = dayIn(timeZone, new Date().toISOString())
      const day = readDate(typed, { today, toward: 'past' })
      const refused = day === undefined ? INVALID_DATE : ((await refuse?.(day)) ?? null)
      if (refused === null && day !== undefined) take(day)
      else setError(refused)
    },
  }
}
