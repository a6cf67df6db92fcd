/**
 * Tests reads of rows by commands and jobs while a table is rebuilt.
 * They read the complete earlier table, never the incomplete new one.
 */

import { expect, it } from 'vitest'
import { type TableName, tableNameOf, VIEW_VERSIONS } from '#contract/tables.ts'
import { toPosition } from '../event-store/event-store.ts'
import { createCurrentRows } from './current-rows.ts'
import { openMemoryReadStore } from './memory.ts'
import { RowsBehind, TableMissing } from './read-store.ts'
import { createTablesCheck, recordTableCompleteness } from './serving.ts'

const HEAD = 5
const log = { head: async () => toPosition(HEAD), readStoredFrom: async () => [] }
const row = (position: number) => ({ id: 'Ablekuma North', position })

/**
 * Creates a store in which the table of zones is being rebuilt.
 * The table of the earlier version is complete up to position `served`.
 */
async function rebuilding(served: number) {
  const reads = openMemoryReadStore()
  await reads.replace('zones@0', [row(served)])
  await reads.replace(tableNameOf('zones'), [row(1)])
  await reads.setCheckpoints(
    new Map([
      ['zones@0', served],
      [tableNameOf('zones'), 1],
    ]),
  )
  return reads
}

it('reads the version that was complete until the present one has caught up', async () => {
  const reads = await rebuilding(HEAD)
  const rows = createCurrentRows(log, reads)
  expect(await (await rows.upToNow('zones')).find('zones')).toEqual([row(HEAD)])
  expect(await (await rows.standing('zones')).find('zones')).toEqual([row(HEAD)])
  await reads.replace(tableNameOf('zones'), [row(HEAD + 1)])
  await reads.setCheckpoints(new Map([[tableNameOf('zones'), HEAD]]))
  await reads.drop('zones@0')
  expect(await (await rows.upToNow('zones')).find('zones')).toEqual([row(HEAD + 1)])
})

it('refuses to read what is behind the log, however far the other version is', async () => {
  const rows = createCurrentRows(log, await rebuilding(HEAD - 1), 10)
  await expect(rows.upToNow('zones')).rejects.toThrow(RowsBehind)
})

it('throws where the table is missing, and never reads it as empty', async () => {
  const reads = openMemoryReadStore()
  await reads.replace(tableNameOf('zones'), [row(HEAD)])
  await reads.setCheckpoints(new Map([[tableNameOf('zones'), HEAD]]))
  const rows = createCurrentRows(log, reads)
  const found = await rows.upToNow('zones')
  expect(await found.count('zones')).toBe(1)
  await reads.drop(tableNameOf('zones'))
  for (const read of [found.find('zones'), found.count('zones'), found.get('zones', ['Ablekuma North'])])
    await expect(read).rejects.toThrow(TableMissing)
  await expect(rows.standing('zones').then((standing) => standing.find('zones'))).rejects.toThrow(RowsBehind)
})

it('has no rows to inform while a table is filled for the first time', async () => {
  const reads = openMemoryReadStore()
  await recordTableCompleteness(reads, [tableNameOf('zones')], false)
  await reads.replace(tableNameOf('zones'), [row(1)])
  await reads.setCheckpoints(new Map([[tableNameOf('zones'), 1]]))
  const rows = createCurrentRows(log, reads)
  const find = async () => (await rows.standing('zones')).find('zones')
  await expect(find()).rejects.toThrow(RowsBehind)
  await recordTableCompleteness(reads, [tableNameOf('zones')], true)
  expect(await find()).toEqual([row(1)])
})

it('reads the newest complete version, also while older ones are still there for older processes', async () => {
  const reads = await rebuilding(HEAD)
  await recordTableCompleteness(reads, [tableNameOf('zones')], true)
  await reads.setCheckpoints(new Map([[tableNameOf('zones'), HEAD]]))
  expect(await (await createCurrentRows(log, reads).upToNow('zones')).find('zones')).toEqual([row(1)])
})

it('names to an old process the tables that a newer version has removed', async () => {
  const reads = openMemoryReadStore()
  const look = createTablesCheck(reads)
  const newer: TableName = `zones@${VIEW_VERSIONS.zones + 1}`
  await reads.setCheckpoints(new Map([[tableNameOf('zones'), 1]]))
  await reads.setCheckpoints(new Map([[newer, 1]]))
  expect(await look()).toEqual([])
  await reads.drop(tableNameOf('zones'))
  expect(await look()).toEqual([{ critical: true, reason: expect.stringContaining(tableNameOf('zones')) }])
})
