/** The dispatcher's dashboard: everything urgent in one view, live. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { CollectionRecommendation, Report, Schedule, ZoneCard } from '#contract/views.ts'
import { truckCapacityM3Of } from '#domain/planning.ts'
import { isTruckAvailable } from '#domain/trucks.ts'
import { ActiveReports, type ReportSelection } from '#web/features/active-reports/active-reports.tsx'
import { useRecommendationQuery } from '#web/features/dispatch/calls.ts'
import { ScheduleCollectionButton } from '#web/features/dispatch/schedule-buttons.tsx'
import {
  describeRecommendationHeadline,
  type ZoneRowState,
  zoneRowStateOf,
} from '#web/features/zones/zone-row-state.ts'
import { ZoneRows, ZoneRowsSkeleton, type ZoneWithState } from '#web/features/zones/zone-rows.tsx'
import { failureTextOf } from '#web/lib/api/api.ts'
import { useConnectionPhase, useLiveRefresh, useRoom } from '#web/lib/feed/use-room.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import { LazyPanel, PageHead, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './dispatcher.module.css'

const actions = () => import('./dashboard-actions.tsx')
const panels = () => import('./dashboard-panels.tsx')

const CollectSelected = lazyWithRetry(async () => (await actions()).CollectSelected)
const ConfigurationButton = lazyWithRetry(async () => (await actions()).ConfigurationButton)
const MarkAllButton = lazyWithRetry(async () => (await actions()).MarkAllButton)
const MarkCollected = lazyWithRetry(async () => (await actions()).MarkCollected)
const ReportToolbar = lazyWithRetry(async () => (await actions()).ReportToolbar)
const ScheduleAll = lazyWithRetry(async () => (await actions()).ScheduleAll)
const ZoneActions = lazyWithRetry(async () => (await actions()).ZoneActions)
const ZoneNotes = lazyWithRetry(async () => (await actions()).ZoneNotes)

const BoardMap = lazyWithRetry(async () => (await panels()).DashboardMap)
const Deliveries = lazyWithRetry(async () => (await panels()).DashboardDeliveries)
const Detection = lazyWithRetry(async () => (await panels()).DashboardDetection)
const FleetGrid = lazyWithRetry(async () => (await panels()).FleetGrid)
const Notices = lazyWithRetry(async () => (await panels()).NotificationsPanel)

const MINUTE_MS = 60_000

/**
 * Returns the notes of a zone; null for most zones.
 * While the code of the notes loads, an empty line reserves their space.
 */
function notes(zone: ZoneCard, { state }: ZoneRowState) {
  const isWaiting = state === 'waiting' || state === 'finished'
  if (!(isWaiting && zone.reaches) && zone.notCounted === undefined && !zone.burst) return null
  return (
    <Suspense fallback={<p className={classes.note}>&nbsp;</p>}>
      <ZoneNotes zone={zone} isWaiting={isWaiting} />
    </Suspense>
  )
}

const action = ({ zone }: ZoneCard, { action, others = [] }: ZoneRowState, isNext: boolean) => (
  <Suspense>
    <ZoneActions zone={zone} actions={action ? [...others, action] : others} isNext={isNext} />
  </Suspense>
)

/** Returns each zone with its row, from the feed rooms and the recommendation. */
function usePlacedZones(zones: readonly ZoneCard[]) {
  const fleet = useRoom('vehicles')
  const schedules = useRoom('schedules')
  const now = useNow(MINUTE_MS)
  const waiting = fleet.status === 'loading'
  const free = new Set(fleet.rows.filter(isTruckAvailable).map(({ id }) => id))
  // Without rows of trucks, the request omits `trucks`, and the server counts the free trucks itself.
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
    return type && truckCapacityM3Of(type)
  }
  const placed = zones.map((zone) => ({
    ...zone,
    line: zoneRowStateOf({
      zone,
      plan: plans.get(zone.zone) ?? [],
      schedules: collections.get(zone.zone) ?? [],
      // No action can be offered until the plan has loaded.
      free: isKnown && schedules.status !== 'loading' && (data || error) ? free.size : null,
      capacity,
      now,
    }),
  }))
  return { placed, free: isKnown ? free.size : null, data, failed: error, isComing: schedules.status === 'loading' }
}

/** The dashboard's main panel: one row per zone, from reports, recommendation and collections. */
function Zones() {
  const { rows, status, error, retry } = useRoom('zones')
  const { placed, free, data, failed, isComing } = usePlacedZones(rows)
  // Shows rows only once the schedules have loaded.
  // A schedule lengthens a row's text, which would change its height later.
  const isLoading = status === 'loading' || (status !== 'error' && isComing)
  const isThere = !isLoading && status !== 'error'
  // Shows no error while the browser is offline, because a notice on the page already explains it.
  const isOffline = useConnectionPhase() === 'offline'
  return (
    <Panel
      title={t`Smart Collection Scheduler`}
      aside={
        <div className={classes.aside}>
          {isThere && data ? (
            <Advice recommendation={data} zones={placed} />
          ) : (
            <span className={classes.headline}>&nbsp;</span>
          )}
          <span>
            {free === null
              ? t`– trucks available`
              : plural(free, { one: '# truck available', other: '# trucks available' })}
          </span>
        </div>
      }
    >
      {failed && !isOffline && (
        <p role="alert">
          <span>{failureTextOf(failed, t`Failed to fetch dispatch recommendation`)}</span>
          {data && (
            <span>
              {' '}
              <Trans>The last recommendation is shown.</Trans>
            </span>
          )}
        </p>
      )}
      {isLoading && <ZoneRowsSkeleton />}
      {status === 'error' && <ErrorState message={error ?? t`Failed to fetch threshold status`} retry={retry} />}
      {isThere && <ZoneRows zones={placed} action={action} notes={notes} />}
    </Panel>
  )
}

function Advice({
  recommendation,
  zones,
}: {
  recommendation: CollectionRecommendation
  zones: readonly ZoneWithState[]
}) {
  const plans = zones.flatMap(({ zone, line }) =>
    line.action?.kind === 'schedule' ? [{ zone, trucks: [...line.action.plan] }] : [],
  )
  return (
    <>
      <span className={classes.headline}>
        {describeRecommendationHeadline(zones.map(({ line }) => line)) ?? recommendation.explanation}
      </span>
      {plans.length > 1 && (
        <Suspense>
          <ScheduleAll plans={plans} />
        </Suspense>
      )}
    </>
  )
}

const reportTools = (tools: ReportSelection) => (
  <Suspense>
    <ReportToolbar {...tools} action={(reports, done) => <CollectSelected reports={reports} done={done} />} />
  </Suspense>
)

const markAll = (
  <Suspense fallback={<Skeleton width={168} height={30} />}>
    <MarkAllButton />
  </Suspense>
)

const markCollected = (report: Report, gone: boolean, place: 'row' | 'detail') => (
  <Suspense>
    <MarkCollected report={report} gone={gone} isStop={place === 'detail'} />
  </Suspense>
)

export function DispatcherDashboard() {
  useTitle(t`Dashboard`)
  const isWide = useMediaQuery('(min-width: 90em)', false, { getInitialValueInEffect: false })
  const map = (
    <LazyPanel title={t`Live map`} className={classes.map} height={isWide ? 240 : 360}>
      <BoardMap className={classes.map} />
    </LazyPanel>
  )
  return (
    <div className={classes.page}>
      <div className={classes.urgent}>
        <PageHead title={t`Operations Management Center`} titleAlone>
          <FreshnessBadge />
          <div className={classes.actions}>
            <ScheduleCollectionButton variant="default" leftSection={<IconPlus size={18} aria-hidden="true" />}>
              <Trans>Add Route</Trans>
            </ScheduleCollectionButton>
            <Suspense fallback={<Skeleton width={119} height={44} />}>
              <ConfigurationButton />
            </Suspense>
          </div>
        </PageHead>
        <div className={classes.zones}>
          <Zones />
        </div>
        {isWide && map}
        <div className={classes.board}>
          <ActiveReports className={classes.reports} aside={markAll} tools={reportTools} action={markCollected} />
          <LazyPanel title={t`Fleet Management`} className={classes.fleet} height={164}>
            <FleetGrid className={classes.fleet} />
          </LazyPanel>
          <LazyPanel title={t`Deliveries`} className={classes.deliveries} height={96}>
            <Deliveries className={classes.deliveries} />
          </LazyPanel>
        </div>
      </div>
      <div className={`${classes.board} ${classes.further}`}>
        {!isWide && map}
        <LazyPanel title={t`Image-based Waste Detection`} className={classes.detection} height={96}>
          <Detection className={classes.detection} />
        </LazyPanel>
        <LazyPanel title={t`Recent notifications`} className={classes.notifications} height={112}>
          <Notices className={classes.notifications} />
        </LazyPanel>
      </div>
    </div>
  )
}
