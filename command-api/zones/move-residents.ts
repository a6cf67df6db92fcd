/** BeginMove and EndMove: all residents of a zone are to live in another; a job moves them between the one and the other. */

import { type Rejection, reject } from '#contract/problems.ts'
import type { Zone } from '#rules/city.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { isZone, type ZoneState } from '../streams/zone.ts'
import { NO_ZONE } from './close-zone.ts'

export interface BeginMove {
  zoneId: Zone
  moveId: string
  to: Zone
  begunBy: string
}

/** Also of a zone that is closed: somebody may have signed up as it was. */
export const beginMove: Decide<BeginMove, ZoneState, 'zone'> = (command, state, now) => {
  const refused = refuse(command, state)
  return refused ?? [event('ResidentsMoveBegun', { ...command, begunAt: now.toISOString() })]
}

function refuse({ zoneId, to }: BeginMove, state: ZoneState): Rejection | undefined {
  if (!isZone(state, zoneId)) return NO_ZONE
  if (to === zoneId) return reject('bad-request', 'Choose another zone.', { to: 'Choose another zone' })
  const { moving } = state
  return moving && reject('conflict', `The residents of ${zoneId} are being moved to ${moving.to} already.`)
}

export interface EndMove {
  zoneId: Zone
  moveId: string
  residents: number
}

/** EndMove: none is left; said once. */
export const endMove: Decide<EndMove, ZoneState, 'zone'> = (command, { moving }, now) =>
  moving?.moveId === command.moveId ? [event('ResidentsMoved', { ...command, movedAt: now.toISOString() })] : []
