/** What commands and jobs read during a rebuild: the table that screens read, never the one that is being filled; up to now or not at all. */

import { expect, it } from 'vitest'
import { tableOf } from '#contract/tables.ts'
import { asPosition } from '../event-store/event-store.ts'
import { openMemoryReadStore } from './memory.ts'
import { RowsBehind } from './read-store.ts'
import { createCurrentRows } from './up-to-now.ts'

const HEAD = 5
const log = { head: async () => asPosition(HEAD), readStoredFrom: async () => [] }
const row = (position: number) => ({ id: 'Ablekuma North', position })

/** A store whose zones are being rebuilt: complete up to `served` in an earlier version, begun in the present one. */
async function rebuilding(served: number) {
  const reads = openMemoryReadStore()
  await reads.replace('zones@0', [row(served)])
  await reads.replace(tableOf('zones'), [row(1)])
  await reads.setCheckpoints(
    new Map([
      ['zones@0', served],
      [tableOf('zones'), 1],
    ]),
  )
  return reads
}

it('reads the version that was complete until the present one has caught up', async () => {
  const reads = await rebuilding(HEAD)
  const rows = createCurrentRows(log, reads)
  expect(await (await rows.upToNow('zones')).find('zones')).toEqual([row(HEAD)])
  expect(await (await rows.standing('zones')).find('zones')).toEqual([row(HEAD)])
  await reads.replace(tableOf('zones'), [row(HEAD + 1)])
  await reads.setCheckpoints(new Map([[tableOf('zones'), HEAD]]))
  await reads.drop('zones@0')
  expect(await (await rows.upToNow('zones')).find('zones')).toEqual([row(HEAD + 1)])
})

it('refuses to read what is behind the log, however far the other version is', async () => {
  const rows = createCurrentRows(log, await rebuilding(HEAD - 1), 10)
  await expect(rows.upToNow('zones')).rejects.toThrow(RowsBehind)
})
