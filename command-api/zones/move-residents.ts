/** BeginMove and EndMove: all residents of a zone are to live in another; a job moves them between the one and the other. */

import { type Rejection, reject } from '#contract/door/problems.ts'
import type { Zone } from '#rules/city.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { isZone, type ZoneState } from '../streams/zone.ts'
import { NO_ZONE } from './close-zone.ts'

export interface BeginMove {
  zoneId: Zone
  moveId: string
  to: Zone
  begunBy: string
  /** The zone that the residents of `to` are being moved to themselves. */
  emptying?: Zone
  /** A zone whose residents are being moved to this one. */
  arriving?: Zone
}

/** Also of a zone that is closed: somebody may have signed up as it was. */
export const beginMove: Decide<BeginMove, ZoneState, 'zone'> = (command, state, now) => {
  const { zoneId, moveId, to, begunBy } = command
  const refused = refuse(command, state)
  return refused ?? [event('ResidentsMoveBegun', { zoneId, moveId, to, begunBy, begunAt: now.toISOString() })]
}

function refuse({ zoneId, to, emptying, arriving }: BeginMove, state: ZoneState): Rejection | undefined {
  if (!isZone(state, zoneId)) return NO_ZONE
  if (to === zoneId) return reject('bad-request', 'Choose another zone.', { to: 'Choose another zone' })
  const { moving } = state
  if (moving) return reject('conflict', `The residents of ${zoneId} are being moved to ${moving.to} already.`)
  const why = emptying
    ? `The residents of ${to} are being moved to ${emptying} themselves`
    : arriving && `The residents of ${arriving} are being moved to ${zoneId}`
  return why ? reject('conflict', `${why}. Wait until they are there.`, { to: why }) : undefined
}

export interface EndMove {
  zoneId: Zone
  moveId: string
  residents: number
}

/** EndMove: none is left; said once. */
export const endMove: Decide<EndMove, ZoneState, 'zone'> = (command, { moving }, now) =>
  moving?.moveId === command.moveId ? [event('ResidentsMoved', { ...command, movedAt: now.toISOString() })] : []
