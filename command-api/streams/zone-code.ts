/** A zone's code belongs to one zone for ever: a reservation stream under the code. */
import type { Event } from '#contract/events.ts'
import { reject } from '#contract/problems.ts'
import type { Zone } from '#rules/city.ts'
import { type Aggregate, type Decide, event } from '../kernel/decider.ts'

export interface ZoneCode {
  owner?: Zone
}

export const zoneCode: Aggregate<ZoneCode> = {
  initial: {},
  evolve: (state, { type, data }: Event) => (type === 'ZoneCodeReserved' ? { owner: data.zoneId } : state),
}

export const zoneCodeStream = (code: string) => `zonecode-${code}`

export interface ReserveZoneCode {
  code: string
  zoneId: Zone
  /** The owner so far, when it was opened under another code after all: two asked for it at once. */
  otherwiseOpened?: Zone
}

/** ReserveZoneCode: for a zone that is about to be opened; whoever asks again for the same zone has it. */
export const reserveZoneCode: Decide<ReserveZoneCode, ZoneCode> = (command, { owner }, now) => {
  const { code, zoneId, otherwiseOpened } = command
  if (owner === zoneId) return []
  if (owner !== undefined && owner !== otherwiseOpened) {
    const taken = `The code ${code} is that of ${owner}`
    return reject('conflict', `${taken}. Choose another.`, { code: taken })
  }
  return [event('ZoneCodeReserved', { code, zoneId, reservedAt: now.toISOString() })]
}
