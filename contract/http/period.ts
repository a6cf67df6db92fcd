/**
 * Schemas of days and periods in queries, in the city's time zone.
 * Both ends are included.
 */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { earlierDayOf, laterDayOf } from '#domain/city-time.ts'

const DAY_MS = 24 * 60 * 60_000
/** Maximum length of a period in one response: five years. */
export const MAX_PERIOD_DAYS = 1_830

/**
 * First day that queries support; no event is older.
 * Days in years without four digits would not compare as text.
 */
export const EARLIEST_QUERY_DAY = '1970-01-01'
const LAST_DAY = '2999-12-31'

const date = z.iso.date(msg`Enter a date as YYYY-MM-DD`.message)

/**
 * A day that a response is about.
 * Days outside the supported range are rejected.
 */
const day = date.refine((text) => text >= EARLIEST_QUERY_DAY && text <= LAST_DAY, {
  message: `Enter a date from ${EARLIEST_QUERY_DAY} to ${LAST_DAY}`,
})

/**
 * First or last day of a filter.
 * Replaces any date by the nearest one in range.
 * The range includes all events.
 */
export const filterDaySchema = date.transform((text) => laterDayOf(EARLIEST_QUERY_DAY, earlierDayOf(text, LAST_DAY)))

interface Period {
  from?: string | undefined
  to?: string | undefined
}

/**
 * Returns the number of days from `from` to `to`.
 * Returns 0 if one of them is missing.
 * The endpoint then supplies a default.
 */
function daysOf({ from, to }: Period): number {
  return from === undefined || to === undefined ? 0 : (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** Rejects a period that ends before it starts. */
const refuseReversedPeriod = <S extends z.ZodType<object>>(period: S) =>
  period.refine((asked) => daysOf(asked) >= 0, {
    message: msg`The period must not end before it begins.`.message,
    path: ['to'],
  })

const bounded = <S extends z.ZodType<object>>(period: S) =>
  refuseReversedPeriod(period).refine((asked) => daysOf(asked) < MAX_PERIOD_DAYS, {
    message: `A period has at most ${MAX_PERIOD_DAYS} days.`,
    path: ['from'],
  })

/** Returns a query schema with a required period and these fields. */
export const addPeriodFields = <S extends z.ZodRawShape>(shape: S) =>
  bounded(z.object({ from: day, to: day, ...shape }))

/**
 * Returns a query schema with the given fields and an optional period.
 * The handler fills in a missing start or end of the period.
 */
export const addOptionalPeriodFields = <S extends z.ZodRawShape>(shape: S) =>
  bounded(z.object({ from: day.optional(), to: day.optional(), ...shape }))

/**
 * Returns a query schema with `from` and `to` days, for periods of any length.
 * Use it if something else limits the response's size.
 */
export const addDayFilterFields = <S extends z.ZodRawShape>(shape: S) =>
  refuseReversedPeriod(z.object({ from: filterDaySchema.optional(), to: filterDaySchema.optional(), ...shape }))
