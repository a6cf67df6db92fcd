/** A zone's code belongs to one zone for ever: a reservation stream under the code. */
import { reject } from '#contract/door/problems.ts'
import type { Zone } from '#rules/city.ts'
import { category } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

export interface ZoneCode {
  owner?: Zone
  reservedAt?: string
}

export const zoneCode = category<ZoneCode, 'zonecode'>(
  'zonecode',
  {},
  { ZoneCodeReserved: (_, { zoneId: owner, reservedAt }) => ({ owner, reservedAt }) },
)

export interface ReserveZoneCode {
  code: string
  zoneId: Zone
  /** The owner so far, when it was opened under another code after all, or was not opened for long. */
  lapsed?: Zone
}

/** ReserveZoneCode: for a zone that is about to be opened; whoever asks again for the same zone has it, or has it anew. */
export const reserveZoneCode: Decide<ReserveZoneCode, ZoneCode, 'zonecode'> = (command, { owner }, now) => {
  const { code, zoneId, lapsed } = command
  if (owner === zoneId && owner !== lapsed) return []
  if (owner !== undefined && owner !== lapsed) return refuseCode(code, owner)
  return [event('ZoneCodeReserved', { code, zoneId, reservedAt: now.toISOString() })]
}

export function refuseCode(code: string, owner: Zone) {
  const taken = `The code ${code} is that of ${owner}`
  return reject('conflict', `${taken}. Choose another.`, { code: taken })
}
