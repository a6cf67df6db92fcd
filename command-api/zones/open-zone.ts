/**
 * OpenZone: reserves the code, then opens the zone in its stream.
 * Name and code are permanent.
 */

import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { ageOf } from '#domain/instant.ts'
import type { Envelope, EventStore } from '#platform/event-store/event-store.ts'
import { loadZone, type ZoneState, zoneAggregate } from '../aggregates/zone.ts'
import { defineAggregate } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand, loadState } from '../kernel/load.ts'

type OpenZone = Omit<EventData<'ZoneOpened'>, 'zoneId' | 'openedAt'>

/** A closed zone can be reopened with the same code. */
export const openZone: Decider<OpenZone, ZoneState, 'zone'> = (command, { opened, closed }, now) => {
  const { name, code } = command
  if (opened && (!closed || opened.zoneId !== name)) {
    const { zoneId } = opened
    return reject('conflict', msg`Zone ${{ zoneId }} already exists.`, { name: msg`Zone ${{ zoneId }} already exists` })
  }
  if (opened && opened.code !== code) {
    const { code: earlier } = opened
    return reject('conflict', msg`${{ name }} keeps its earlier code ${{ earlier }}.`, {
      code: msg`${{ name }} keeps its earlier code ${{ earlier }}`,
    })
  }
  return [createEvent('ZoneOpened', { zoneId: name, ...command, openedAt: now.toISOString() })]
}

/**
 * Opens a zone.
 * Refuses the second of two simultaneous requests for a name or code.
 * Skips these checks for a repeated command.
 */
export async function handleOpenZone(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  command: OpenZone,
  envelope: Envelope,
  check: () => Promise<Rejection | undefined> = async () => undefined,
): Promise<CommandResult<ZoneState> | Rejection> {
  const { name, code } = command
  const stream = zoneAggregate.stream(name)
  const decide = (state: ZoneState) => openZone(command, state, clock())
  // Decides before reserving the code, because a refused command must not use up the code.
  // A repeated command ignores a refusal, because its first attempt may have caused it.
  const refused = (await check()) ?? decide(await loadZone(store, name))
  const repeated = await hasCommand(store, stream, envelope.commandId)
  if (isRejection(refused) && !repeated) return refused
  if (!repeated) {
    const reservation = {
      gather: async (state: ZoneCode) => ({ lapsed: await lapsedOwner(store, code, state, clock()) }),
      decide: (state: ZoneCode, { lapsed }: { lapsed: Zone | undefined }) =>
        reserveZoneCode({ code, zoneId: name, lapsed }, state, clock()),
    }
    const own = { ...envelope, commandId: `${envelope.commandId}/code` }
    const reserved = await handleWithFacts(store, zoneCodeAggregate.stream(code), zoneCodeAggregate, reservation, own)
    if (isRejection(reserved)) return reserved
  }
  const gather = async () => {
    // Checks again that no other zone owns the code.
    // The code's reservation may have expired after a crash.
    const { owner } = await loadState(store, zoneCodeAggregate.stream(code), zoneCodeAggregate)
    return owner === undefined || owner === name ? {} : rejectTakenCode(code, owner)
  }
  return handleWithFacts(store, stream, zoneAggregate, { gather, decide }, envelope)
}

/**
 * Time in ms within which a zone must open after reserving its code.
 * Afterwards the code is released.
 */
const LAPSES_AFTER_MS = 30_000

/**
 * Returns the zone that reserved the code but lost its right to it.
 * A zone loses the right if it opens with another code, or does not open in time.
 * Returns undefined if the right is valid.
 */
async function lapsedOwner(
  store: EventStore,
  code: string,
  { owner, reservedAt = '' }: ZoneCode,
  now: Date,
): Promise<Zone | undefined> {
  if (owner === undefined) return undefined
  const { opened } = await loadZone(store, owner)
  if (!opened) return ageOf(reservedAt, now) > LAPSES_AFTER_MS ? owner : undefined
  return opened.zoneId !== owner || opened.code !== code ? owner : undefined
}

/** A zone code, reserved permanently in its own stream. */
interface ZoneCode {
  owner?: Zone
  reservedAt?: string
}

export const zoneCodeAggregate = defineAggregate<ZoneCode, 'zonecode'>(
  'zonecode',
  {},
  { ZoneCodeReserved: (_, { zoneId: owner, reservedAt }) => ({ owner, reservedAt }) },
)

interface ReserveZoneCode {
  code: string
  zoneId: Zone
  /**
   * Zone that reserved this code, but then opened with another code or not in time.
   * The zone loses the code.
   */
  lapsed?: Zone
}

/**
 * ReserveZoneCode: reserves the code for a zone that will open.
 * Refuses another zone's code, unless that zone has lapsed.
 */
export const reserveZoneCode: Decider<ReserveZoneCode, ZoneCode, 'zonecode'> = (command, { owner }, now) => {
  const { code, zoneId, lapsed } = command
  if (owner === zoneId && owner !== lapsed) return []
  if (owner !== undefined && owner !== lapsed) return rejectTakenCode(code, owner)
  return [createEvent('ZoneCodeReserved', { code, zoneId, reservedAt: now.toISOString() })]
}

function rejectTakenCode(code: string, owner: Zone) {
  return reject('conflict', msg`Code ${{ code }} belongs to ${{ owner }}. Choose another.`, {
    code: msg`Code ${{ code }} belongs to ${{ owner }}`,
  })
}
