/** A period as reads are asked for it: days of the city, both included. */
import { z } from 'zod'

const DAY_MS = 24 * 60 * 60_000
/** Days of one answer: five years. */
export const MOST_DAYS = 1_830

const day = z.iso.date('Enter a date as YYYY-MM-DD')

interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** Of a period with an open end nothing is too long: each read says what it takes for it. */
function daysOf({ from, to }: Period): number {
  return from === undefined || to === undefined ? 0 : (Date.parse(to) - Date.parse(from)) / DAY_MS
}

const bounded = <S extends z.ZodType<object>>(period: S) =>
  period
    .refine((asked) => daysOf(asked) >= 0, { message: 'The period must not end before it begins.', path: ['to'] })
    .refine((asked) => daysOf(asked) < MOST_DAYS, {
      message: `A period has at most ${MOST_DAYS} days.`,
      path: ['from'],
    })

/** With further fields of a query beside it. */
export const inPeriod = <S extends z.ZodRawShape>(shape: S) => bounded(z.object({ from: day, to: day, ...shape }))

/** The same; a first day that is not given is some time before the last one, and this is today. */
export const sincePeriod = <S extends z.ZodRawShape>(shape: S) =>
  bounded(z.object({ from: day.optional(), to: day.optional(), ...shape }))
