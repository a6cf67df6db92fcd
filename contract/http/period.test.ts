/** Tests days in queries that are out of range: they fail, or count as no limit of the period. */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { addDayFilterFields, addOptionalPeriodFields, addPeriodFields } from './period.ts'

const errorsOf = (schema: z.ZodType, query: object) =>
  schema.safeParse(query).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`)

const OUTSIDE = 'Enter a date from 1970-01-01 to 2999-12-31'

it.each(['0000-01-01', '0001-01-01', '1000-01-01', '1969-12-31', '3000-01-01', '9999-12-31'])(
  'a period that names its answer has no day in the year of %s',
  (day) => {
    expect(errorsOf(addPeriodFields({}), { from: day, to: day })).toEqual([`from: ${OUTSIDE}`, `to: ${OUTSIDE}`])
    expect(errorsOf(addOptionalPeriodFields({}), { to: day })).toEqual([`to: ${OUTSIDE}`])
  },
)

it.each([
  ['1970-01-01', '1970-01-01'],
  ['2024-02-29', '2024-02-29'],
  ['2999-12-31', '2999-12-31'],
])('a period may be from %s to %s', (from, to) => expect(addPeriodFields({}).parse({ from, to })).toEqual({ from, to }))

it.each([
  [
    { from: '0001-01-01', to: '9999-12-31' },
    { from: '1970-01-01', to: '2999-12-31' },
  ],
  [{ from: '1000-01-01' }, { from: '1970-01-01' }],
  [
    { from: '2024-02-29', to: '2024-02-29' },
    { from: '2024-02-29', to: '2024-02-29' },
  ],
])('a filter of %j is one of %j', (query, filter) => expect(addDayFilterFields({}).parse(query)).toEqual(filter))

it('no day is made up, and no period ends before it begins', () => {
  for (const schema of [addPeriodFields({}), addOptionalPeriodFields({}), addDayFilterFields({})]) {
    expect(errorsOf(schema, { from: '2026-02-29', to: '2026-03-01' })).toEqual(['from: Enter a date as YYYY-MM-DD'])
    expect(errorsOf(schema, { from: '2026-03-02', to: '2026-03-01' })).toEqual([
      'to: The period must not end before it begins.',
    ])
  }
})
