/** Tests CSV files: each has every row, in order, and no formulas. */
import { expect, it } from 'vitest'
import { createCsvFile } from './csv.ts'

type Rows = Parameters<typeof createCsvFile<'name' | 'amount'>>[2]

async function write(rows: Rows): Promise<string> {
  const { content } = createCsvFile('a.csv', { name: 'A name', amount: 'How much' }, rows)
  let text = ''
  for await (const piece of content as AsyncIterable<string>) text += piece
  return text
}

it('has a line of names and one for each row, in the order of the columns', async () => {
  expect(await write([{ amount: 1.5, name: 'Ama' }, { name: 'Kofi' }])).toBe(
    '\uFEFFname,amount\r\nAma,1.5\r\nKofi,\r\n',
  )
})

it('starts no formula', async () => {
  expect(await write([{ name: '=1+1', amount: -5 }])).toBe("\uFEFFname,amount\r\n'=1+1,-5\r\n")
})

it('loses no row of many', async () => {
  const rows = Array.from({ length: 1_203 }, (_, n) => ({ name: `n${n}`, amount: n }))
  const lines = (await write(rows)).trimEnd().split('\r\n').slice(1)
  expect(lines).toEqual(rows.map(({ name, amount }) => `${name},${amount}`))
})

it('takes rows as they are sent, of which there may be no end, and lets go of them when nobody reads on', async () => {
  let taken = 0
  let isOver = false
  async function* endless() {
    try {
      for (;;) yield { name: `n${taken++}` }
    } finally {
      isOver = true
    }
  }
  const { content } = createCsvFile('a.csv', { name: 'A name' }, endless())
  let pieces = 0
  for await (const _ of content as AsyncIterable<string>) if (++pieces === 3) break
  expect({ taken, isOver }).toEqual({ taken: 1_000, isOver: true })
})

it('fails with what its rows fail with, instead of ending', async () => {
  async function* failing() {
    yield { name: 'Ama' }
    throw new Error('the store is gone')
  }
  await expect(write(failing())).rejects.toThrow('the store is gone')
})
