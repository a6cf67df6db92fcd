/** HTTP handlers of zones: open, change, close, and move residents. */

import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { EventIn } from '#contract/streams.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Zone } from '#rules/city.ts'
import type { Decision } from '../kernel/decider.ts'
import { type Envelope, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { site } from '../streams/site.ts'
import { loadZone, refuseZone, type ZoneState, zoneAggregate } from '../streams/zone.ts'
import { changeZone } from './change-zone.ts'
import { closeZone, readArriving, readLeft } from './close-zone.ts'
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
      const check = () => refuseDistances(store, body.distances)
      const opened = await openZoneWith(kernel, { ...body, openedBy }, envelope, check)
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
        if (closed) return { ...closed, errors: { to: closed.message } }
        const { moving } = await loadZone(store, to)
        const [arriving] = await readArriving(await kernel.rows.upToNow('zones'), zoneId)
        return beginMove({ ...command, emptying: moving?.to, arriving }, state, clock())
      }
      return onZone(zoneId, decide, envelope, `The residents of ${zoneId} move to ${to}.`)
    },
  }
}

/** Refuses distances to unknown sites: a later site with that id would silently inherit them. */
async function refuseDistances(store: EventStore, distances: Record<string, number>): Promise<Rejection | undefined> {
  for (const id of Object.keys(distances)) {
    const { open } = await loadFrom(store, site.stream(id), site)
    const unknown = `There is no dumping site ${id}`
    if (!open) return reject('bad-request', `${unknown}.`, { [`distances.${id}`]: unknown })
  }
  return undefined
}
