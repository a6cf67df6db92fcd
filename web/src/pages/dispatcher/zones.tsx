/** The dashboard's main panel: a row per zone from reports, recommendation and collections. */

import { Suspense } from 'react'
import type { Recommendation, Schedule, ZoneCard } from '#contract/views.ts'
import { isFree } from '#rules/free-truck.ts'
import { truckCapacity } from '#rules/planning.ts'
import { failureText } from '#web/calls/api.ts'
import { Panel } from '#web/components/panel.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { useRecommendationQuery } from '#web/features/collections/calls.ts'
import { headline } from '#web/features/zones/attention.ts'
import { type ZoneLine, zoneLine } from '#web/features/zones/zone-line.ts'
import { type PlacedZone, ZoneLines, ZoneLinesSkeleton } from '#web/features/zones/zone-lines.tsx'
import { useLiveRefresh } from '#web/feed/live-refresh.ts'
import { usePhase, useRoom } from '#web/feed/use-room.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { ScheduleAll, ZoneNext, ZoneNotes } from './parts.ts'
import classes from './zones.module.css'

const MINUTE_MS = 60_000

/** Most zones have no notes; the line is reserved while they load. */
function notes(zone: ZoneCard, { state }: ZoneLine) {
  const isWaiting = state === 'waiting' || state === 'finished'
  if (!(isWaiting && zone.reaches) && zone.notCounted === undefined && !zone.burst) return null
  return (
    <Suspense fallback={<p className={classes.note}>&nbsp;</p>}>
      <ZoneNotes zone={zone} isWaiting={isWaiting} />
    </Suspense>
  )
}

const action = ({ zone }: ZoneCard, { action, others = [] }: ZoneLine, isNext: boolean) => (
  <Suspense>
    <ZoneNext zone={zone} actions={action ? [...others, action] : others} isNext={isNext} />
  </Suspense>
)

/** Returns the zones as rows from the rooms and the recommendation. */
function usePlacedZones(zones: readonly ZoneCard[]) {
  const fleet = useRoom('vehicles')
  const schedules = useRoom('schedules')
  const now = useNow(MINUTE_MS)
  const waiting = fleet.status === 'loading'
  const free = new Set(fleet.rows.filter(isFree).map(({ id }) => id))
  // If the fleet is unknown here, the server counts the trucks.
  const isKnown = !waiting && fleet.status !== 'error'
  const { data, error, refetch } = useRecommendationQuery(
    { trucks: isKnown ? free.size : undefined },
    { skip: waiting },
  )
  useLiveRefresh(() => waiting || refetch())
  const plans = Map.groupBy(data?.schedules.filter(({ vehicleId }) => free.has(vehicleId)) ?? [], ({ zone }) => zone)
  const collections = Map.groupBy<string, Schedule>(schedules.rows, ({ zone }) => zone)
  const types = new Map(fleet.rows.map(({ id, type }) => [id, type]))
  const capacity = (id: string) => {
    const type = types.get(id)
    return type && truckCapacity(type)
  }
  const placed = zones.map((zone) => ({
    ...zone,
    line: zoneLine({
      zone,
      plan: plans.get(zone.zone) ?? [],
      schedules: collections.get(zone.zone) ?? [],
      // Before the plan has loaded, no action is known.
      free: isKnown && schedules.status !== 'loading' && (data || error) ? free.size : null,
      capacity,
      now,
    }),
  }))
  return { placed, free: isKnown ? free.size : null, data, failed: error, isComing: schedules.status === 'loading' }
}

export function Zones() {
  const { rows, status, error, retry } = useRoom('zones')
  const { placed, free, data, failed, isComing } = usePlacedZones(rows)
  // Rows need the schedules from the start, because a later text would change their height.
  const isLoading = status === 'loading' || (status !== 'error' && isComing)
  const isThere = !isLoading && status !== 'error'
  // Offline, the connection strip explains missing updates.
  const isOffline = usePhase() === 'offline'
  return (
    <Panel
      title="Smart Collection Scheduler"
      aside={
        <div className={classes.aside}>
          {isThere && data ? (
            <Advice recommendation={data} zones={placed} />
          ) : (
            <span className={classes.headline}>&nbsp;</span>
          )}
          <span>
            {free ?? '–'} {free === 1 ? 'truck' : 'trucks'} available
          </span>
        </div>
      }
    >
      {failed && !isOffline && (
        <p role="alert">
          {failureText(failed, 'Failed to fetch dispatch recommendation')}
          {data && ' This is the last one that came.'}
        </p>
      )}
      {isLoading && <ZoneLinesSkeleton />}
      {status === 'error' && <ErrorState message={error ?? 'Failed to fetch threshold status'} retry={retry} />}
      {isThere && <ZoneLines zones={placed} action={action} notes={notes} />}
    </Panel>
  )
}

/** Headline of all rows, and their common action. */
function Advice({ recommendation, zones }: { recommendation: Recommendation; zones: readonly PlacedZone[] }) {
  const plans = zones.flatMap(({ zone, line }) =>
    line.action?.kind === 'schedule' ? [{ zone, trucks: [...line.action.plan] }] : [],
  )
  return (
    <>
      <span className={classes.headline}>{headline(zones.map(({ line }) => line)) ?? recommendation.explanation}</span>
      {plans.length > 1 && (
        <Suspense>
          <ScheduleAll plans={plans} />
        </Suspense>
      )}
    </>
  )
}
