/**
 * Tests when a notification is marked as simulated.
 * If it names deliveries or a schedule, only their simulated flags decide.
 * It does not count then whether the site's last update was simulated.
 */

import { expect, it } from 'vitest'
import type { InternalCommand } from '#contract/internal-commands.ts'
import { tableNameOf } from '#contract/tables.ts'
import type { LoggedEvent } from '#platform/event-store/event-store.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readSimulatedMark } from './about-simulated.ts'

const reads = openMemoryReadStore()
const [ours, theirs] = [{ position: 1 }, { position: 1, simulated: true }]
await fillTable(reads, 'sites', [{ id: 'WS001', ...theirs } as never, { id: 'WS002', ...ours }])
await fillTable(reads, 'deliveries', [{ id: 'D1', ...ours }, { id: 'D2', ...theirs } as never])
await fillTable(reads, 'schedules', [{ id: 'S1', ...ours }, { id: 'S2', ...theirs } as never])
const kernel = { rows: { upToNow: async () => rowsOf(reads, tableNameOf) } } as unknown as Kernel

it.each([
  ['a truck that a person sent', { siteId: 'WS001', deliveryIds: ['D1'] }, undefined],
  ['a truck of the simulated city', { siteId: 'WS002', deliveryIds: ['D2'] }, true],
  ['a truck with a load of each', { siteId: 'WS002', deliveryIds: ['D1', 'D2'] }, true],
  ['a load that a person sent', { siteId: 'WS001', deliveryId: 'D1' }, undefined],
  ['a collection of the simulated city', { scheduleId: 'S2', zone: 'Z' }, true],
  ['a collection that a person planned', { scheduleId: 'S1', zone: 'Z' }, undefined],
  ['what a simulated load made of a site', { siteId: 'WS001' }, true],
  ['what a person said of a site', { siteId: 'WS002' }, undefined],
  ['nothing', {}, undefined],
] as const)('news of %s', async (_, metadata, simulated) => {
  const told = { type: 'NotifyRole', metadata } as unknown as InternalCommand
  expect((await readSimulatedMark(kernel, told)).simulated).toBe(simulated)
})

it.each([
  ['a person reported and a person collected', undefined, undefined, undefined],
  ['the simulated city reported', true, undefined, true],
  ['the simulated city collected', undefined, true, true],
] as const)('news of a report that %s, as its bin says', async (_, reported, collected, simulated) => {
  const event = (type: string, reportId: string, mark: true | undefined) =>
    ({ type, data: { reportId }, meta: { simulated: mark } }) as unknown as LoggedEvent
  const events = [
    event('BinReportedFull', 'u1.1', true),
    event('BinReportedFull', 'u1.2', reported),
    event('ReportCollected', 'u1.2', collected),
  ]
  const told = { type: 'NotifyResident', kind: 'collected', userId: 'u1', subject: 'u1.2' } as InternalCommand
  const asked = { store: { readStream: async () => events } } as unknown as Kernel
  expect((await readSimulatedMark(asked, told)).simulated).toBe(simulated)
})
