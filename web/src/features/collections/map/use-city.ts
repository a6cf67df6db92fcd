/** Data of the map and its tables, from the same rooms as the dashboard. */
import { useMemo } from 'react'
import { useRoom } from '#web/feed/use-room.ts'
import { journeysOf } from './journeys.ts'
import { lastKnownOf } from './last-known.ts'
import type { City } from './scene.ts'
import { waysOf } from './ways.ts'

export function useCity() {
  const { rows: zones, ...ofZones } = useRoom('zones')
  const { rows: sites, ...ofSites } = useRoom('sites')
  const { rows: schedules } = useRoom('schedules')
  const { rows: deliveries } = useRoom('deliveries')
  const journeys = useMemo(() => journeysOf(schedules, deliveries), [schedules, deliveries])
  const ways = useMemo(() => waysOf(journeys, schedules), [journeys, schedules])
  const city = useMemo((): City => {
    const underWay = new Set(journeys.map(({ truckId }) => truckId))
    return { zones, sites, journeys, lastKnown: lastKnownOf(schedules, deliveries, underWay) }
  }, [zones, sites, journeys, schedules, deliveries])
  const first = [ofSites, ofZones]
  const { error, retry } = first.find(({ status }) => status === 'error') ?? ofSites
  const isLoading = first.some(({ status }) => status === 'loading')
  return { city, ways, sites, isLoading, hasFailed: first.some(({ status }) => status === 'error'), error, retry }
}
