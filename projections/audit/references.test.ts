/** Tests look-ups by reference: all matches, without names. */
import { expect, it } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { emptyTables, fillTable } from '#tests/fixtures/fill-table.ts'
import { createReferenceReadHandlers } from './references.ts'

const REFERENCE = 'R-4K7M-9XPC'
const at = (hour: number) => `2026-03-01T0${hour}:00:00.000Z`
const report = (id: string, hour: number) =>
  ({
    id,
    position: hour,
    reference: REFERENCE,
    userId: 'u1',
    zone: 'North',
    status: 'new',
    timestamp: at(hour),
  }) as never

async function lookUp(reference: string) {
  const reads = openMemoryReadStore()
  await emptyTables(reads)
  await fillTable(reads, 'reports', [report('u1.1', 1), report('u2.4', 2)])
  const load = {
    id: 'DEL-T1-1-AN',
    position: 1,
    reference: 'D-4K7M-9XPC',
    zone: 'North',
    status: 'arrived',
    createdAt: at(3),
  }
  await fillTable(reads, 'deliveries', [load as never])
  const call = { query: { reference } } as never
  return createReferenceReadHandlers().lookUpReference?.(call, {
    rows: rowsOf(reads, tableNameOf),
    now: new Date(0),
    position: 1,
  })
}

it('finds all that share a reference, the newest first', async () => {
  const answer = (await lookUp('r 4k7m 9xpc')) as { found: object[] }
  expect(answer.found).toEqual([
    {
      kind: 'report',
      id: 'u2.4',
      reference: REFERENCE,
      name: expect.stringMatching(/^Report 4 of Resident /),
      zone: 'North',
      status: 'new',
      at: at(2),
    },
    expect.objectContaining({ id: 'u1.1' }),
  ])
})

it('finds reports and deliveries where the first letter was not said', async () => {
  const answer = (await lookUp('4K7M9XPC')) as { found: { kind: string }[] }
  expect(answer.found.map(({ kind }) => kind)).toEqual(['report', 'report', 'delivery'])
})

it('says that there is none, or what a reference is', async () => {
  expect(await lookUp('R-CCCC-CCCC')).toMatchObject({ rejected: 'not-found' })
  expect(await lookUp('Ama Mensah')).toMatchObject({
    rejected: 'bad-request',
    errors: { reference: expect.any(Object) },
  })
})
