/** A period as reads are asked for it: days of the city, both included. */
import { z } from 'zod'

const DAY_MS = 24 * 60 * 60_000
/** Days of one answer: five years. */
export const MOST_DAYS = 1_830

const day = z.iso.date('Enter a date as YYYY-MM-DD')
const days = ({ from, to }: Record<string, unknown>) => (Date.parse(String(to)) - Date.parse(String(from))) / DAY_MS

/** With further fields of a query beside it. */
export const inPeriod = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({ from: day, to: day, ...shape })
    .refine((period) => days(period) >= 0, { message: 'The period must not end before it begins.', path: ['to'] })
    .refine((period) => days(period) < MOST_DAYS, {
      message: `A period has at most ${MOST_DAYS} days.`,
      path: ['from'],
    })
