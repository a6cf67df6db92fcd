/** Days and periods of the city in the queries of reads; both ends of a period belong to it. */
import { z } from 'zod'
import { earlierDay, laterDay } from '#rules/city-time.ts'

const DAY_MS = 24 * 60 * 60_000
/** Longest period of one answer: five years. */
export const MOST_DAYS = 1_830

/**
 * The days that reads calculate with. No event is older than the first. Days of other years have no four digits, or get fewer or
 * more when days are added to them, and would no longer compare as text.
 */
export const FIRST_DAY = '1970-01-01'
const LAST_DAY = '2999-12-31'

const date = z.iso.date('Enter a date as YYYY-MM-DD')

/** A day that the answer is named by; others than those that reads calculate with are refused. */
const day = date.refine((text) => text >= FIRST_DAY && text <= LAST_DAY, {
  message: `Enter a date from ${FIRST_DAY} to ${LAST_DAY}`,
})

/** An end of a filter. Any date is valid: before the first day there is nothing, and after the last day neither. */
export const filterDay = date.transform((text) => laterDay(FIRST_DAY, earlierDay(text, LAST_DAY)))

interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the days from the first to the last; 0 for a period with an open end, which each read completes. */
function daysOf({ from, to }: Period): number {
  return from === undefined || to === undefined ? 0 : (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** Refuses a period that ends before it begins. */
export const inOrder = <S extends z.ZodType<object>>(period: S) =>
  period.refine((asked) => daysOf(asked) >= 0, {
    message: 'The period must not end before it begins.',
    path: ['to'],
  })

const bounded = <S extends z.ZodType<object>>(period: S) =>
  inOrder(period).refine((asked) => daysOf(asked) < MOST_DAYS, {
    message: `A period has at most ${MOST_DAYS} days.`,
    path: ['from'],
  })

/** A period with further fields of a query beside it. */
export const inPeriod = <S extends z.ZodRawShape>(shape: S) => bounded(z.object({ from: day, to: day, ...shape }))

/** The same with optional ends: the handler says which days they are. */
export const sincePeriod = <S extends z.ZodRawShape>(shape: S) =>
  bounded(z.object({ from: day.optional(), to: day.optional(), ...shape }))

/** A filter by days, as long as anybody likes, for answers that have a limit of their own. */
export const filteredByDays = <S extends z.ZodRawShape>(shape: S) =>
  inOrder(z.object({ from: filterDay.optional(), to: filterDay.optional(), ...shape }))
