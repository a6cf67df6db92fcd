/** Texts of filters. */
import { expect, it } from 'vitest'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { filterWords } from './filter-words.ts'

const code = pseudonymOf('u8d562581c668952efabd').split(' ').at(-1)

it.each([
  ['actor', '7F3A91C2', 'By 7F3A91C2'],
  ['actor', 'u8d562581c668952efabd', `By ${code}`],
  ['thing', 'account:u8d562581c668952efabd', `Account ${code}`],
  ['thing', 'report:u8d562581c668952efabd.12', `Report 12 of ${code}`],
  ['thing', 'truck:T001', 'Truck T001'],
  ['thing', 'T001', 'T001'],
  ['zone', 'Ablekuma North', 'Ablekuma North'],
  ['kind', 'BinReportedFull', 'Bin reported full'],
  ['from', '2026-11-19', 'From Nov 19, 2026'],
  ['to', '19 Foo', 'To 19 Foo'],
  ['role', 'system', 'The installation'],
] as const)('%s=%s is %s', (name, value, words) => {
  expect(filterWords(name, value)).toBe(words)
})
