/** Reserves a zone code for one zone permanently; each code has its own stream. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { defineAggregate } from '../kernel/category.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

export interface ZoneCode {
  owner?: Zone
  reservedAt?: string
}

export const zoneCode = defineAggregate<ZoneCode, 'zonecode'>(
  'zonecode',
  {},
  { ZoneCodeReserved: (_, { zoneId: owner, reservedAt }) => ({ owner, reservedAt }) },
)

interface ReserveZoneCode {
  code: string
  zoneId: Zone
  /** The previous owner of the code, if that zone opened with another code or did not open in time. */
  lapsed?: Zone
}

/**
 * ReserveZoneCode: reserves the code for a zone that is about to open.
 * Refuses a code of another zone, unless that one has lapsed.
 */
export const reserveZoneCode: Decide<ReserveZoneCode, ZoneCode, 'zonecode'> = (command, { owner }, now) => {
  const { code, zoneId, lapsed } = command
  if (owner === zoneId && owner !== lapsed) return []
  if (owner !== undefined && owner !== lapsed) return rejectTakenCode(code, owner)
  return [createEvent('ZoneCodeReserved', { code, zoneId, reservedAt: now.toISOString() })]
}

export function rejectTakenCode(code: string, owner: Zone) {
  return reject('conflict', msg`Code ${{ code }} belongs to ${{ owner }}. Choose another.`, {
    code: msg`Code ${{ code }} belongs to ${{ owner }}`,
  })
}
