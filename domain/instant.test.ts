/** Tests that the fast parser returns the same times as Date.parse. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseInstant } from './instant.ts'

it('reads what toISOString writes', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }), (date) => {
      expect(parseInstant(date.toISOString())).toBe(date.getTime())
    }),
  )
})

it.each(['2026-03-04T08:00:00Z', '2026-03-04T08:00:00.5Z', '2026-03-04T10:00:00.000+02:00', '2026-03-04', ''])(
  'reads %j as dates are read',
  (at) => expect(parseInstant(at)).toBe(Date.parse(at)),
)
