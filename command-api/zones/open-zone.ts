/** OpenZone: its code is reserved first, then the zone's own stream opens it; its name and its code are its own for ever. */

import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/problems.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { loadZone, type ZoneState, zoneAggregate } from '../streams/zone.ts'
import { reserveZoneCode, type ZoneCode, zoneCode } from '../streams/zone-code.ts'

export type OpenZone = Omit<EventData<'ZoneOpened'>, 'zoneId' | 'openedAt'>

/** A zone that was closed can be opened again, as what it was. */
export const openZone: Decide<OpenZone, ZoneState, 'zone'> = (command, { opened, closed }, now) => {
  const { name, code } = command
  if (opened && (!closed || opened.zoneId !== name)) {
    const taken = `There is a zone ${opened.zoneId} already`
    return reject('conflict', `${taken}.`, { name: taken })
  }
  if (opened && opened.code !== code) {
    const had = `${name} had the code ${opened.code} before, and keeps it`
    return reject('conflict', `${had}.`, { code: had })
  }
  return [event('ZoneOpened', { zoneId: name, ...command, openedAt: now.toISOString() })]
}

/** Opens a zone. Two who want one name or one code at once: one has it, the other is told. */
export async function openZoneWith(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  command: OpenZone,
  envelope: Envelope,
): Promise<Handled<ZoneState> | Rejection> {
  const { name, code } = command
  const stream = zoneAggregate.stream(name)
  const decide = (state: ZoneState) => openZone(command, state, clock())
  // What the name rules out must not cost the code.
  const repeated = (await store.readStream(stream)).some(({ meta }) => meta.commandId === envelope.commandId)
  const refused = repeated ? [] : decide(await loadZone(store, name))
  if (isRejection(refused)) return refused
  if (!repeated) {
    const reserved = await handle(
      store,
      zoneCode.stream(code),
      zoneCode,
      async (state: ZoneCode) => {
        const otherwiseOpened = await openedOtherwise(store, code)
        return reserveZoneCode({ code, zoneId: name, otherwiseOpened }, state, clock())
      },
      { ...envelope, commandId: `${envelope.commandId}/code` },
    )
    if (isRejection(reserved)) return reserved
  }
  return handle(store, stream, zoneAggregate, decide, envelope)
}

/** The zone that has the code reserved, when it is open under another. */
async function openedOtherwise(store: EventStore, code: string): Promise<string | undefined> {
  const { owner } = await loadFrom(store, zoneCode.stream(code), zoneCode)
  if (owner === undefined) return undefined
  const { opened } = await loadZone(store, owner)
  return opened && (opened.zoneId !== owner || opened.code !== code) ? owner : undefined
}
