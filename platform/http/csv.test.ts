/** What a spreadsheet makes of a table: each cell is what it was, and none is a formula. */
import { expect, it } from 'vitest'
import { type Cell, csvFile } from './csv.ts'

async function write(rows: Record<string, Cell>[]): Promise<string> {
  const { content } = csvFile('a.csv', { name: 'A name', amount: 'How much' }, rows)
  let text = ''
  for await (const piece of content as AsyncIterable<string>) text += piece
  return text
}

it('has a line of names and one for each row, in the order of the columns', async () => {
  expect(await write([{ amount: 1.5, name: 'Ama' }, { name: 'Kofi' }])).toBe(
    '\uFEFFname,amount\r\nAma,1.5\r\nKofi,\r\n',
  )
})

it.each<[Cell, string]>([
  ['a, b', '"a, b"'],
  ['say "hello"', '"say ""hello"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Ɛkɔm', 'Ɛkɔm'],
  [true, 'true'],
  [-5, '-5'],
  ['=1+1', "'=1+1"],
  ['+233', "'+233"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("http://a","b")', `"'=HYPERLINK(""http://a"",""b"")"`],
])('writes %j as %j', async (value, cell) => {
  expect(await write([{ name: value }])).toBe(`\uFEFFname,amount\r\n${cell},\r\n`)
})

it('loses no row of many', async () => {
  const rows = Array.from({ length: 1_203 }, (_, n) => ({ name: `n${n}`, amount: n }))
  const lines = (await write(rows)).trimEnd().split('\r\n').slice(1)
  expect(lines).toEqual(rows.map(({ name, amount }) => `${name},${amount}`))
})
