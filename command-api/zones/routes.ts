/** HTTP handlers of zones: open, change, close, and move residents. */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { toNumberValue } from '#contract/languages/values.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import { siteAggregate } from '../aggregates/site.ts'
import { loadZone, refuseClosedZone, type ZoneState, zoneAggregate } from '../aggregates/zone.ts'
import { type CommandResult, handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { changeZone } from './change-zone.ts'
import { type CloseZoneCommand, closeZone, readZoneOccupancy, readZonesMovingInto } from './close-zone.ts'
import { type BeginResidentsMoveCommand, beginResidentsMove } from './move-residents.ts'
import { handleOpenZone } from './open-zone.ts'

export function createZoneHandlers(kernel: Kernel): Handlers {
  const { store, clock } = kernel

  const answer = (message: Message, handled: CommandResult<ZoneState> | Rejection) =>
    isRejection(handled) ? handled : { message, position: handled.position }

  return {
    async openZone({ body, principal: { userId: openedBy }, envelope }) {
      const check = async () => (await refuseMoreZones(kernel, body.name)) ?? refuseDistances(store, body.distances)
      return answer(
        msg`${{ zone: body.name }} is open.`,
        await handleOpenZone(kernel, { ...body, openedBy }, envelope, check),
      )
    },

    async changeZone({ params: { id: zoneId }, body, principal: { userId: changedBy }, envelope }) {
      const decide = (state: ZoneState) => changeZone({ zoneId, ...body, changedBy }, state, clock())
      const stream = zoneAggregate.stream(zoneId)
      return answer(
        msg`${{ zone: zoneId }} was changed.`,
        await handleCommand(store, stream, zoneAggregate, decide, envelope),
      )
    },

    async closeZone({ params: { id: zoneId }, principal: { userId: closedBy }, envelope }) {
      const gather = async () => {
        const rows = await kernel.rows.upToNow('accounts', 'schedules', 'zones')
        return { zoneId, ...(await readZoneOccupancy(rows, zoneId)), closedBy }
      }
      const decide = (state: ZoneState, command: CloseZoneCommand) => closeZone(command, state, clock())
      const stream = zoneAggregate.stream(zoneId)
      const handled = await handleWithFacts(store, stream, zoneAggregate, { gather, decide }, envelope)
      return answer(msg`${{ zone: zoneId }} is closed.`, handled)
    },

    async moveResidents({ params: { id: zoneId }, body: { to }, principal, envelope }) {
      const { userId: begunBy } = principal
      const command = { zoneId, moveId: `move/${envelope.commandId}`, to, begunBy }
      const gather = async () => {
        const closed = await refuseClosedZone(store, to)
        if (closed) return { ...closed, errors: { to: closed.text } }
        const { moving } = await loadZone(store, to)
        const [arriving] = await readZonesMovingInto(await kernel.rows.upToNow('zones'), zoneId)
        return { emptying: moving?.to, arriving }
      }
      const decide = (state: ZoneState, others: Pick<BeginResidentsMoveCommand, 'emptying' | 'arriving'>) =>
        beginResidentsMove({ ...command, ...others }, state, clock())
      const stream = zoneAggregate.stream(zoneId)
      const handled = await handleWithFacts(store, stream, zoneAggregate, { gather, decide }, envelope)
      return answer(msg`The residents of ${{ zoneId }} move to ${{ to }}.`, handled)
    },
  }
}

/**
 * Maximum number of zones, open or closed; far above any city.
 * Boards and plans read all zones.
 */
const MAX_ZONES = 500
const TOO_MANY_ZONES = reject(
  'conflict',
  msg`There are ${{ amount: toNumberValue(MAX_ZONES) }} zones, which is the limit.`,
)

/**
 * Refuses another zone above the limit.
 * A closed zone may open again, because it is already counted.
 */
async function refuseMoreZones({ rows }: Kernel, zoneId: string): Promise<Rejection | undefined> {
  const standing = await rows.standing('zones')
  const [known] = await standing.get('zones', [zoneId])
  return known || (await standing.count('zones')) < MAX_ZONES ? undefined : TOO_MANY_ZONES
}

/**
 * Refuses distances to a site that does not exist.
 * A site that is opened later under the same id would inherit them.
 */
async function refuseDistances(store: EventStore, distances: Record<string, number>): Promise<Rejection | undefined> {
  for (const id of Object.keys(distances)) {
    const { open } = await loadState(store, siteAggregate.stream(id), siteAggregate)
    if (open) continue
    return reject('bad-request', msg`There is no dumping site ${{ id }}.`, {
      [`distances.${id}`]: msg`There is no dumping site ${{ id }}`,
    })
  }
  return undefined
}
