/**
 * BeginResidentsMove and EndResidentsMove: record that moving a zone's residents starts and ends.
 * A job moves the residents to another zone.
 */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { hasZoneEverOpened, type ZoneState } from '../aggregates/zone.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { NO_ZONE_REJECTION } from './close-zone.ts'

export interface BeginResidentsMoveCommand {
  zoneId: Zone
  moveId: string
  to: Zone
  begunBy: string
  /** Zone to which the residents of the target zone `to` are moving, if any. */
  emptying?: Zone
  /** A zone whose residents are moving to this one, if any. */
  arriving?: Zone
}

/**
 * BeginResidentsMove: records the start of a move.
 * Allowed for a closed zone, because someone may have signed up during its closing.
 */
export const beginResidentsMove: Decider<BeginResidentsMoveCommand, ZoneState, 'zone'> = (command, state, now) => {
  const { zoneId, moveId, to, begunBy } = command
  const refused = refuse(command, state)
  return refused ?? [createEvent('ResidentsMoveBegun', { zoneId, moveId, to, begunBy, begunAt: now.toISOString() })]
}

function refuse(
  { zoneId, to, emptying, arriving }: BeginResidentsMoveCommand,
  state: ZoneState,
): Rejection | undefined {
  if (!hasZoneEverOpened(state, zoneId)) return NO_ZONE_REJECTION
  if (to === zoneId) return reject('bad-request', msg`Choose another zone.`, { to: msg`Choose another zone` })
  const { moving } = state
  if (moving)
    return reject('conflict', msg`The residents of ${{ zoneId }} are already being moved to ${{ to: moving.to }}.`)
  if (emptying)
    return reject(
      'conflict',
      msg`The residents of ${{ to }} are being moved to ${{ emptying }}. Wait until they have moved.`,
      { to: msg`The residents of ${{ to }} are being moved to ${{ emptying }}` },
    )
  if (arriving)
    return reject(
      'conflict',
      msg`The residents of ${{ arriving }} are being moved to ${{ zoneId }}. Wait until they have moved.`,
      { to: msg`The residents of ${{ arriving }} are being moved to ${{ zoneId }}` },
    )
  return undefined
}

interface EndResidentsMove {
  zoneId: Zone
  moveId: string
  residents: number
}

/** EndResidentsMove: records, once, that the zone has no resident left. */
export const endResidentsMove: Decider<EndResidentsMove, ZoneState, 'zone'> = (command, { moving }, now) =>
  moving?.moveId === command.moveId ? [createEvent('ResidentsMoved', { ...command, movedAt: now.toISOString() })] : []
