/**
 * The live map with zones, sites and trucks.
 * Tables show the data to screen readers and browsers without maps.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Site } from '#contract/views.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { siteNameOf } from '#web/lib/format/names.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { TableSwitch } from '#web/ui/charts/chart-frame.tsx'
import figures from '#web/ui/figure-table.module.css'
import { ColumnHeads } from '#web/ui/figure-table.tsx'
import { loadWithRetry, loadWithStyles } from '#web/ui/lazy.ts'
import { getMapStyleUrl } from '#web/ui/map/pin-map.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorBoundary, ErrorState } from '#web/ui/states.tsx'
import classes from './map.module.css'
import type { MapCanvasProps } from './map-canvas.tsx'
import { describeJourneyProgress, journeysOf, lastKnownPlacesOf, routeLinesOf, type TruckJourney } from './map-data.ts'
import {
  describeJourney,
  describeMapSiteLoad,
  formatZoneReportCount,
  type MapContents,
  type MapItemLinks,
  summarizeZone,
} from './map-labels.ts'

const loadCanvas = () => import('./map-canvas.tsx')

/**
 * Loads map library and style on demand.
 * The library is the largest part of the screen.
 */
const LazyMapCanvas = lazy(async () => {
  const [{ MapCanvas }, styleUrl] = await Promise.all([
    loadWithRetry(() => loadWithStyles(loadCanvas)),
    getMapStyleUrl(),
  ])
  return { default: (props: Omit<MapCanvasProps, 'styleUrl'>) => <MapCanvas {...props} styleUrl={styleUrl} /> }
})

interface MapPanelProps {
  className?: string | undefined
  targets: MapItemLinks
  /** Renders content below the map from the map's data, `city`. */
  below?(city: ReturnType<typeof useCity>): ReactNode
}

export function MapPanel({ className, targets, below }: MapPanelProps) {
  const title = t`Live map`
  const [asTable, setAsTable] = useState(false)
  const [trouble, setTrouble] = useState<'undrawn' | 'unstyled' | null>(null)
  const shown = useCity()
  const { city, ways, isLoading, hasFailed, error, retry } = shown
  const isEmpty = city.sites.length === 0 && city.zones.length === 0
  const canBeDrawn = trouble !== 'undrawn'
  const table = <MapTable city={city} targets={targets} />
  const undrawn = (
    <>
      <p className={classes.note}>
        <Trans>This browser can’t draw the map. The tables show the same.</Trans>
      </p>
      {table}
    </>
  )
  return (
    <Panel
      title={title}
      className={`${classes.panel} ${className ?? ''}`}
      aside={canBeDrawn && <TableSwitch title={title} of="map" asTable={asTable} change={setAsTable} />}
    >
      {hasFailed && <ErrorState message={error ?? t`Failed to load the map`} retry={retry} />}
      {isLoading && !hasFailed && <Skeleton className={classes.frame} />}
      {!isLoading && !hasFailed && isEmpty && (
        <EmptyState icon={IconMapOff} title={t`No zones and no sites yet`}>
          <Trans>Zones, sites and trucks appear here once they are added.</Trans>
        </EmptyState>
      )}
      {!isLoading && !hasFailed && !isEmpty && (
        <>
          {!canBeDrawn && undrawn}
          {canBeDrawn && asTable && table}
          {canBeDrawn && !asTable && (
            <ErrorBoundary instead={undrawn}>
              <div className={classes.frame}>
                <Suspense fallback={<Skeleton height="100%" />}>
                  <LazyMapCanvas
                    city={city}
                    ways={ways}
                    targets={targets}
                    failed={() => setTrouble('undrawn')}
                    unstyled={() => setTrouble('unstyled')}
                  />
                </Suspense>
              </div>
              <MapKey isUnstyled={trouble === 'unstyled'} />
            </ErrorBoundary>
          )}
          {below?.(shown)}
        </>
      )}
    </Panel>
  )
}

function MapKey({ isUnstyled }: { isUnstyled: boolean }) {
  return (
    <>
      <p className={classes.key}>
        <span>
          <Trans>
            <i className={classes.keyZone} /> Zone, filled by its share of reports
          </Trans>
        </span>
        <span>
          <Trans>
            <i className={classes.keySite} /> Site with its load
          </Trans>
        </span>
        <span>
          <Trans>
            <i className={classes.keyWay} data-active /> Under way
          </Trans>
        </span>
        <span>
          <Trans>
            <i className={classes.keyWay} /> Planned
          </Trans>
        </span>
      </p>
      <p className={classes.note}>
        <span>
          <Trans>Truck positions are estimated from planned times.</Trans>
        </span>
        {isUnstyled && (
          <span>
            {' '}
            <Trans>The configured map could not be loaded, so the map shows a plain outline.</Trans>
          </span>
        )}
      </p>
    </>
  )
}

/** Returns the data for the map and its tables, from the dashboard's feed rooms. */
function useCity() {
  const { rows: zones, ...ofZones } = useRoom('zones')
  const { rows: sites, ...ofSites } = useRoom('sites')
  const { rows: schedules } = useRoom('schedules')
  const { rows: deliveries } = useRoom('deliveries')
  const journeys = useMemo(() => journeysOf(schedules, deliveries), [schedules, deliveries])
  const ways = useMemo(() => routeLinesOf(journeys, schedules), [journeys, schedules])
  const city = useMemo((): MapContents => {
    const underWay = new Set(journeys.map(({ truckId }) => truckId))
    return { zones, sites, journeys, lastKnown: lastKnownPlacesOf(schedules, deliveries, underWay) }
  }, [zones, sites, journeys, schedules, deliveries])
  const first = [ofSites, ofZones]
  const { error, retry } = first.find(({ status }) => status === 'error') ?? ofSites
  const isLoading = first.some(({ status }) => status === 'loading')
  return { city, ways, sites, isLoading, hasFailed: first.some(({ status }) => status === 'error'), error, retry }
}

const STEP_MS = 10_000

function MapTable({ city, targets }: { city: MapContents; targets: MapItemLinks }) {
  return (
    <div className={classes.tables}>
      <TextTable
        heads={[t`Zone`, t`Reported`, t`State`]}
        rows={city.zones.map((zone) => [
          <Link key={zone.id} to={targets.zone(zone.zone)} className={classes.link}>
            {zone.zone}
          </Link>,
          formatZoneReportCount(zone),
          summarizeZone(zone) || '–',
        ])}
      />
      <TextTable heads={[t`Site`, t`Load`]} rows={city.sites.map((site) => [site.name, describeMapSiteLoad(site)])} />
      <TruckTable city={city} targets={targets} />
    </div>
  )
}

function TruckTable({ city: { journeys, lastKnown, sites }, targets }: { city: MapContents; targets: MapItemLinks }) {
  const now = useNow(STEP_MS)
  const placeOf = (kind: string, id: string) => (kind === 'site' ? siteNameOf(sites, id) : id)
  const rows = [
    ...journeys.map((journey) => [
      <TruckName key={journey.truckId} id={journey.truckId} show={targets.truck(journey)} />,
      `${describeJourney(journey)}, ${describeJourneyProgress(journey, now)}`,
    ]),
    ...lastKnown.map(({ truckId, kind, placeId, at }) => [
      truckId,
      t`last known at ${{ place: placeOf(kind, placeId) }}, ${{ time: formatRecentTime(at, now) }} (estimated)`,
    ]),
  ]
  return <TextTable heads={[t`Truck`, t`Where`]} rows={rows} empty={t`No truck’s position is known yet.`} />
}

interface TextTableProps {
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  empty?: string
}

function TextTable({ heads, rows, empty = t`None yet.` }: TextTableProps) {
  return (
    <table className={`${figures.table} ${classes.table}`}>
      <ColumnHeads heads={heads} />
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={heads.length}>{empty}</td>
          </tr>
        )}
        {rows.map((cells, row) => (
          // The index is the key, because rows have no other identity.
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={heads[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface TruckNameProps {
  id: string
  /** What a click on the truck's name does; undefined if nothing. */
  show: ReturnType<MapItemLinks['truck']>
}

/**
 * Truck name in the map's table.
 * It has the same action as the truck on the map.
 */
export function TruckName({ id, show }: TruckNameProps) {
  if (!show) return id
  return (
    <button
      type="button"
      className={`${classes.link} ${classes.button}`}
      aria-label={t`${id}. View details`}
      onClick={show}
    >
      {id}
    </button>
  )
}

interface TrucksUnderWayProps {
  journeys: readonly TruckJourney[]
  sites: readonly Site[]
}

/** Lists trucks on the way with destination and progress. */
export function TrucksUnderWay({ journeys, sites }: TrucksUnderWayProps) {
  const now = useNow(STEP_MS)
  return (
    <section aria-labelledby="trucks-under-way">
      <h3 id="trucks-under-way" className={classes.heading}>
        <Trans>Trucks under way</Trans>
      </h3>
      {journeys.length === 0 ? (
        <p className={classes.trucksUnderWayNote}>
          <Trans>No truck is on a route or a delivery now.</Trans>
        </p>
      ) : (
        <ul className={classes.list}>
          {journeys.map((journey) => (
            <li key={journey.truckId}>
              <b>{journey.truckId}</b> <span>{`${journey.zone} → ${siteNameOf(sites, journey.siteId)}`}</span>{' '}
              <span className={classes.trucksUnderWayNote}>
                {journey.kind === 'collection'
                  ? t`Collection, ${{ progress: describeJourneyProgress(journey, now) }}`
                  : t`Delivery, ${{ progress: describeJourneyProgress(journey, now) }}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
