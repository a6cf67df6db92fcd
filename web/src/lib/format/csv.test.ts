/** A CSV table has a header row and contains no formula. */
import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('is a line of names and a line a row, none of which runs', () => {
  const rows = [
    ['North', null],
    ['＝1+1', -3.5],
  ]
  expect(csvOf(['site', 'change'], rows)).toBe("\uFEFFsite,change\r\nNorth,\r\n'＝1+1,-3.5\r\n")
})

it('has every one of 10,000 rows, in any script', () => {
  const lines = csvOf(['site'], Array(10_000).fill(['=Ɛdwuma ŋɔ 🚛, שלום'])).split('\r\n')
  expect(lines).toHaveLength(10_002)
  expect(new Set(lines.slice(1, -1))).toEqual(new Set(['"\'=Ɛdwuma ŋɔ 🚛, שלום"']))
})
