/** State of the form of a manual collection; it starts with the recommendation. */

import { useState } from 'react'
import type { Zone } from '#rules/city.ts'
import { nearestSite } from '#rules/distances.ts'
import { isFree } from '#rules/free-truck.ts'
import type { Failure } from '#web/calls/api.ts'
import { toast } from '#web/components/toasts.tsx'
import { useRecommendationQuery, useScheduleCollectionMutation } from '#web/features/collections/calls.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { firstToSchedule } from './first-to-schedule.ts'
import { recommendedFor } from './recommended-trucks.ts'
import { scheduleBody } from './schedule-body.ts'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).ScheduleCollection)

/** `first` is the initial zone; by default the one with the most reports and no truck. */
export function useScheduleForm(first: Zone | null) {
  const [picked, setZone] = useState(first)
  const [chosen, choose] = useState<readonly string[] | null>(null)
  const [siteId, setSiteId] = useState<string | null>(null)
  const [start, setStart] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { rows: fleet } = useRoom('vehicles')
  const { rows: zones } = useRoom('zones')
  const { rows: schedules } = useRoom('schedules')
  const zone = picked ?? firstToSchedule(zones, schedules) ?? ''
  const { rows: sites } = useRoom('sites')
  const { pending, failure, send } = useCommand('schedules')
  const [schedule] = useScheduleCollectionMutation()
  const reports = zones.find(({ id }) => id === zone)?.currentReports ?? 0
  // Until the distances have loaded, the server chooses the site.
  const distances = useRoom('configuration').rows[0]?.zone_distances
  const siteIds = sites.map(({ id }) => id)
  const nearest = distances && nearestSite(zone, siteIds, distances)
  const { data: recommended } = useRecommendationQuery({})
  const vehicleIds = chosen ?? recommendedFor(zone, reports, { recommended, fleet, sites, distances })
  const values = { zone, vehicleIds, siteId: siteId ?? nearest ?? '', start }

  /** Returns true after a success. */
  async function submit(): Promise<boolean> {
    const body = scheduleBody(values)
    const wrong = await rules(body)
    setErrors(wrong as Record<string, string>)
    if (Object.keys(wrong).length > 0) return false
    try {
      const done = await send(body, (key) => schedule({ body, key }).unwrap())
      if (!done) return false
      toast('success', 'Collection scheduled', `${done.schedules.map(({ vehicle }) => vehicle.id).join(', ')}: ${zone}`)
      return true
    } catch (error) {
      setErrors((error as Failure).errors ?? {})
      return false
    }
  }

  const free = fleet.filter(isFree)
  return {
    values,
    zones: zones.map(({ id }) => id),
    free,
    sites,
    reports,
    errors,
    pending,
    failure,
    submit,
    setZone,
    choose,
    setSiteId,
    setStart,
  }
}
