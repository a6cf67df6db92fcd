/** Tests the texts of the comparison of two past times: counts, row titles and changed fields. */

import { expect, it } from 'vitest'
import { comparedRowTitleOf, describeDifferenceCounts, plainDifferencesOf } from './comparison-texts.ts'

const report = { id: 'u1.3', zone: 'Ablekuma North', userId: 'u1', status: 'new', sealed: 'Resident 7F3A91C2' }

it('says how much differs, and names what there is none of once', () => {
  expect(describeDifferenceCounts({ added: 1_200, gone: 0, changed: 1 })).toBe('1,200 new, 1 changed')
  expect(describeDifferenceCounts({ added: 0, gone: 0, changed: 0 })).toBe('No difference')
})

it('calls things by what boards call them', () => {
  expect(comparedRowTitleOf('reports', { after: report })).toBe('Report u1.3 · Ablekuma North')
  expect(comparedRowTitleOf('collections', { after: { id: 'SCH-1', zone: 'X', vehicle: { id: 'T001' } } })).toBe(
    'SCH-1 · X · T001',
  )
  expect(comparedRowTitleOf('vehicles', { after: { id: 'T001', make: 'Hino' } })).toBe('T001 · Hino')
  expect(comparedRowTitleOf('configuration', { after: { id: 'configuration' } })).toBe('Configuration')
})

it('tells fields in plain words, and leaves out what is none of a reader’s', () => {
  const after = { ...report, status: 'collected', collectedAt: '2026-03-04T12:00:00.000Z', userId: 'u2', loose: true }
  expect(plainDifferencesOf({ before: report, after })).toEqual([
    { path: 'status', words: 'Status', was: 'new', is: 'collected' },
    { path: 'collectedAt', words: 'Collected', was: '–', is: '4 Mar 2026, 12:00:00' },
    { path: 'loose', words: 'Waiting for a load', was: '–', is: 'yes' },
  ])
})

it('tells what is new whole, and what became of fields in fields', () => {
  const whole = plainDifferencesOf({ before: null, after: report }).map(({ words, is }) => `${words}: ${is}`)
  expect(whole).toEqual(['Zone: Ablekuma North', 'Status: new', 'Reported by: Resident 7F3A91C2'])
  const prices = (diesel: number) => ({ fuel_prices: { diesel, petrol: 12.5 } })
  expect(plainDifferencesOf({ before: prices(10), after: prices(10.456) })).toEqual([
    { path: 'fuel_prices · diesel', words: 'Fuel prices · diesel', was: '10', is: '10.46' },
  ])
})

it('lists short lists, counts long ones, and says so where they read alike', () => {
  const of = (days: unknown[]) => ({ days })
  expect(plainDifferencesOf({ before: of([]), after: of(['a', 'b']) })).toMatchObject([{ was: 'none', is: 'a, b' }])
  expect(plainDifferencesOf({ before: {}, after: { zone: '' } })).toEqual([])
  const [alike] = plainDifferencesOf({ before: of([{ t: 1 }]), after: of([{ t: 2 }]) })
  expect(alike).toMatchObject({ was: '1 item', is: '1 item (different)' })
})
