/** The zones' cards with the fleet's free trucks, and the way to a collection where one is due. */

import { Suspense } from 'react'
import type { ZoneStatus } from '#contract/views.ts'
import { isFree } from '#rules/free-truck.ts'
import { part } from '#web/components/part.ts'
import { ScheduleCollectionButton } from '#web/features/collections/schedule/schedule-collection-button.tsx'
import { ZoneCards } from '#web/features/zones/zone-cards.tsx'
import { useRoom } from '#web/feed/use-room.ts'

const BurstNotice = part(async () => (await import('#web/features/collections/dispatch/burst-notice.tsx')).BurstNotice)

/** It is rare, and no part of what the board needs at first. */
function warning(zone: ZoneStatus) {
  return (
    zone.burst && (
      <Suspense>
        <BurstNotice zone={zone} />
      </Suspense>
    )
  )
}

export function Zones() {
  const fleet = useRoom('vehicles')
  const schedules = useRoom('schedules')
  const unknown = fleet.status === 'loading' || fleet.status === 'error'
  const free = fleet.rows.filter(isFree).length
  /** Of several, the one that is furthest. */
  const collectionOf = ({ zone }: ZoneStatus) => {
    const here = schedules.rows.filter((row) => row.zone === zone)
    const underWay = here.filter(({ status }) => status === 'in-progress')
    return (
      underWay.find(({ overdueAt }) => overdueAt) ?? underWay[0] ?? here.find(({ status }) => status === 'scheduled')
    )
  }
  /** Where somebody waits, a truck is free and none is on its way yet. */
  const schedule = (status: ZoneStatus) => {
    const { zone, currentReports } = status
    if (currentReports === 0 || free === 0 || collectionOf(status) || schedules.status === 'loading') return null
    return (
      <ScheduleCollectionButton zone={zone} variant="default" label={`Schedule collection in ${zone}`}>
        Schedule collection
      </ScheduleCollectionButton>
    )
  }
  return <ZoneCards trucks={unknown ? null : free} collection={collectionOf} action={schedule} warning={warning} />
}
