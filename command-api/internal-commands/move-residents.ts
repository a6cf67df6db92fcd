/**
 * MoveResidents: moves each resident of a zone to another zone, once.
 * Includes residents who join the zone during the move.
 * If the command is interrupted, its repetition continues.
 */

import { isRejection } from '#contract/http/problems.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import type { Zone } from '#domain/city.ts'
import { hasType } from '#platform/event-store/event-store.ts'
import { handleMoveResident } from '../accounts/move-resident.ts'
import { type ZoneState, zoneAggregate } from '../aggregates/zone.ts'
import { handleCommand } from '../kernel/handle.ts'
import { type BatchProcessor, processInBatches } from '../kernel/in-batches.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { endResidentsMove } from '../zones/move-residents.ts'

type MoveResidents = Extract<InternalCommand, { type: 'MoveResidents' }>

/**
 * Moves all residents of a zone to another zone.
 * Throws if a resident cannot be moved.
 * The job is then repeated for residents who are still in the zone.
 */
export async function moveResidents(
  kernel: Kernel,
  command: MoveResidents,
  pace: BatchProcessor = processInBatches,
): Promise<void> {
  const { store, clock } = kernel
  const { zone, to, moveId, begunBy } = command
  const asked = new Set<string>()
  for (;;) {
    const rows = await kernel.rows.upToNow('accounts')
    const living = await rows.find('accounts', { filter: { role: 'resident', zone, erased: false } })
    // Moves each resident only once, so that the loop ends.
    // If a resident was moved back, a second move would have the same command id, so no effect.
    const there = living.filter(({ id }) => !asked.has(id))
    if (there.length === 0) break
    await pace(there, async (some) => {
      for (const { id } of some) asked.add(id)
      const outcomes = await Promise.all(
        some.map(({ id: userId }) =>
          handleMoveResident(
            kernel,
            { userId, from: zone, to, changedBy: begunBy },
            { commandId: `${moveId}/${userId}`, fingerprint: 'system', actor: begunBy },
          ),
        ),
      )
      for (const outcome of outcomes) if (isRejection(outcome)) throw new Error(`${moveId}: ${outcome.message}`)
    })
  }
  const residents = await countMoved(kernel, zone, moveId)
  const decide = (state: ZoneState) => endResidentsMove({ zoneId: zone, moveId, residents }, state, clock())
  const envelope = { commandId: `${moveId}/end`, fingerprint: 'system', actor: 'system' }
  const ended = await handleCommand(store, zoneAggregate.stream(zone), zoneAggregate, decide, envelope)
  if (isRejection(ended)) throw new Error(`${moveId}: ${ended.message}`)
}

const READ_AT_ONCE = 1_000

/**
 * Counts the residents that the move with `moveId` has moved.
 * Reads the log, because other processes may have moved some of them.
 */
async function countMoved({ store }: Kernel, zone: Zone, moveId: string): Promise<number> {
  const events = await store.readStream(zoneAggregate.stream(zone))
  const begun = events.find((event) => hasType(event, 'ResidentsMoveBegun') && event.data.moveId === moveId)
  let residents = 0
  for (let after = begun?.position; after !== undefined; ) {
    const read = await store.readAll(after, READ_AT_ONCE)
    residents += read.filter(({ type, meta }) => type === 'AccountReassigned' && isOf(meta.commandId)).length
    after = read.at(-1)?.position
  }
  return residents

  function isOf(commandId: string): boolean {
    return commandId.startsWith(`${moveId}/`)
  }
}
