/** Tests that CSV cells retain values and are never formulas. */
import { expect, it } from 'vitest'
import { type CsvCell, formatCsvLine } from './csv-line.ts'

it.each<[CsvCell, string]>([
  ['a, b', '"a, b"'],
  ['say "hello"', '"say ""hello"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Ɛkɔm', 'Ɛkɔm'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  [-5, '-5'],
  ['=1+1', "'=1+1"],
  ['+233', "'+233"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['=HYPERLINK("http://a","b")', `"'=HYPERLINK(""http://a"",""b"")"`],
])('writes %j as %j', (value, cell) => {
  expect(formatCsvLine([value])).toBe(`${cell}\r\n`)
})

it('ends after the last of its cells', () => {
  expect(formatCsvLine(['North', 7.5, null])).toBe('North,7.5,\r\n')
})
