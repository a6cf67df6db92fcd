/**
 * CloseZone: closes a zone without residents, open reports or collections.
 * Its history stays.
 */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg, plural } from '#contract/languages/message.ts'
import { toListMessageValue } from '#contract/languages/values.ts'
import type { ZoneRow } from '#contract/tables.ts'
import type { Zone } from '#domain/city.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { hasZoneEverOpened, type ZoneState } from '../aggregates/zone.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

/** Residents, open reports and collections that a zone still has. */
interface RemainingInZone {
  residents: number
  reports: number
  /** Number of collections that are scheduled or under way. */
  collections: number
}

export interface CloseZoneCommand {
  zoneId: Zone
  left: RemainingInZone
  /**
   * Whether another zone is open.
   * Otherwise nobody could sign up.
   */
  another: boolean
  /** A zone whose residents are moving to this one. */
  arriving?: Zone
  closedBy: string
}

export const NO_ZONE_REJECTION = reject('not-found', msg`There is no such zone.`)

export const closeZone: Decider<CloseZoneCommand, ZoneState, 'zone'> = (command, state, now) => {
  const { zoneId, left, another, arriving, closedBy } = command
  if (!hasZoneEverOpened(state, zoneId)) return NO_ZONE_REJECTION
  if (state.closed) return []
  const refused = refuse(zoneId, left)
  if (refused) return refused
  if (arriving)
    return reject('conflict', msg`The residents of ${{ arriving }} are being moved to ${{ zoneId }}. Close it later.`)
  if (!another) return reject('conflict', msg`${{ zoneId }} is the only zone. Open another before you close it.`)
  return [createEvent('ZoneClosed', { zoneId, closedBy, closedAt: now.toISOString() })]
}

function refuse(zone: Zone, { residents, reports, collections }: RemainingInZone): Rejection | undefined {
  const parts = {
    ...(residents > 0 && {
      residents: msg`${plural({ residents }, { one: '# resident', other: '# residents' })}`,
    }),
    ...(reports > 0 && { reports: msg`${plural({ reports }, { one: '# open report', other: '# open reports' })}` }),
    ...(collections > 0 && {
      collections: msg`${plural({ collections }, { one: '# collection', other: '# collections' })}`,
    }),
  }
  const remaining = Object.values(parts)
  if (remaining.length === 0) return undefined
  return reject(
    'conflict',
    msg`${{ zone }} can't be closed yet: it has ${{ remaining: toListMessageValue(remaining) }}.`,
    parts,
  )
}

export async function readZoneOccupancy(
  rows: Rows<'accounts' | 'schedules' | 'zones'>,
  zone: Zone,
): Promise<Pick<CloseZoneCommand, 'left' | 'another' | 'arriving'>> {
  const [residents, collections, [row], open, [arriving]] = await Promise.all([
    rows.count('accounts', { role: 'resident', zone, erased: false }),
    rows.count('schedules', { zone, open: true }),
    rows.get<ZoneRow>('zones', [zone]),
    rows.count('zones', { open: true }),
    readZonesMovingInto(rows, zone),
  ])
  return { left: { residents, reports: row?.openReports ?? 0, collections }, another: open > 1, arriving }
}

/** Returns the zones whose residents are being moved to this zone. */
export async function readZonesMovingInto(rows: Rows<'zones'>, zone: Zone): Promise<Zone[]> {
  const found = await rows.find<ZoneRow>('zones', { filter: { movingTo: zone } })
  return found.map(({ id }) => id)
}
