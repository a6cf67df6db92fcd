/** The zones' commands at the door: open, change and close them, and move the residents of one to another. */

import { isRejection } from '#contract/problems.ts'
import type { EventIn } from '#contract/streams.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Zone } from '#rules/city.ts'
import type { Decision } from '../kernel/decider.ts'
import { type Envelope, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { refuseZone, type ZoneState, zoneAggregate } from '../streams/zone.ts'
import { changeZone } from './change-zone.ts'
import { closeZone, readLeft } from './close-zone.ts'
import { beginMove } from './move-residents.ts'
import { openZoneWith } from './open-zone.ts'

export function zoneRoutes(kernel: Kernel): Handlers {
  const { store, clock } = kernel

  /** Decides on the zone's own stream. */
  async function onZone(
    zone: Zone,
    decide: (state: ZoneState) => Decision<EventIn<'zone'>> | Promise<Decision<EventIn<'zone'>>>,
    envelope: Envelope,
    message: string,
  ) {
    const handled = await handle(store, zoneAggregate.stream(zone), zoneAggregate, decide, envelope)
    return isRejection(handled) ? handled : { message, position: handled.position }
  }

  return {
    async openZone({ body, principal: { userId: openedBy }, envelope }) {
      const opened = await openZoneWith(kernel, { ...body, openedBy }, envelope)
      if (isRejection(opened)) return opened
      return { message: `${body.name} is open.`, position: opened.position }
    },

    async changeZone({ params: { id: zoneId }, body, principal: { userId: changedBy }, envelope }) {
      const decide = (state: ZoneState) => changeZone({ zoneId, ...body, changedBy }, state, clock())
      return onZone(zoneId, decide, envelope, `${zoneId} was changed.`)
    },

    async closeZone({ params: { id: zoneId }, principal: { userId: closedBy }, envelope }) {
      const decide = async (state: ZoneState) => {
        const rows = await kernel.rows.upToNow('accounts', 'schedules', 'zones')
        return closeZone({ zoneId, ...(await readLeft(rows, zoneId)), closedBy }, state, clock())
      }
      return onZone(zoneId, decide, envelope, `${zoneId} is closed.`)
    },

    async moveResidents({ params: { id: zoneId }, body: { to }, principal, envelope }) {
      const { userId: begunBy } = principal
      const command = { zoneId, moveId: `move/${envelope.commandId}`, to, begunBy }
      const decide = async (state: ZoneState) => {
        const closed = await refuseZone(store, to)
        return closed ? { ...closed, errors: { to: closed.message } } : beginMove(command, state, clock())
      }
      return onZone(zoneId, decide, envelope, `The residents of ${zoneId} move to ${to}.`)
    },
  }
}
