import { expect, it } from 'vitest'
import { createAnalysisFileName, csvOf, initialsOf } from './names.ts'

it.each([
  ['Ama Owusu', 'AO'],
  ['ama', 'A'],
  ['Nana Yaa Asante', 'NY'],
  ['  Ɛsi   Ɔsei ', 'ƐƆ'],
  ['', ''],
])('initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

/** Tests that a picture's file name contains its site and the city's day. */
it.each([
  ['North Dumping Site', '2026-03-04T10:00:00Z', 'waste-analysis-north-dumping-site-2026-03-04.jpg'],
  ['Tema / East: "old"', '2026-12-31T23:59:59Z', 'waste-analysis-tema---east---old--2026-12-31.jpg'],
])('%s', (site, at, name) => expect(createAnalysisFileName(site, Date.parse(at))).toBe(name))

/** Tests that a CSV has a header row and no formulas. */
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
