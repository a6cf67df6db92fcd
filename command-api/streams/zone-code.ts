/** A zone's code belongs to one zone for ever: a reservation stream under the code. */
import { reject } from '#contract/problems.ts'
import type { Zone } from '#rules/city.ts'
import { category } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

export interface ZoneCode {
  owner?: Zone
}

export const zoneCode = category<ZoneCode, 'zonecode'>(
  'zonecode',
  {},
  { ZoneCodeReserved: (_, { zoneId: owner }) => ({ owner }) },
)

export interface ReserveZoneCode {
  code: string
  zoneId: Zone
  /** The owner so far, when it was opened under another code after all: two asked for it at once. */
  otherwiseOpened?: Zone
}

/** ReserveZoneCode: for a zone that is about to be opened; whoever asks again for the same zone has it. */
export const reserveZoneCode: Decide<ReserveZoneCode, ZoneCode, 'zonecode'> = (command, { owner }, now) => {
  const { code, zoneId, otherwiseOpened } = command
  if (owner === zoneId) return []
  if (owner !== undefined && owner !== otherwiseOpened) {
    const taken = `The code ${code} is that of ${owner}`
    return reject('conflict', `${taken}. Choose another.`, { code: taken })
  }
  return [event('ZoneCodeReserved', { code, zoneId, reservedAt: now.toISOString() })]
}
