/** The live map with zones, sites and trucks, and the same data as a table. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { TableSwitch } from '#web/ui/charts/chart-frame.tsx'
import { loadWithRetry, loadWithStyles } from '#web/ui/lazy.ts'
import { mapStyleUrl } from '#web/ui/map/pin-map.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorBoundary, ErrorState } from '#web/ui/states.tsx'
import { routeLinesOf } from './areas.ts'
import { journeysOf, lastKnownPlacesOf } from './journeys.ts'
import classes from './map.module.css'
import type { MapCanvasProps } from './map-canvas.tsx'
import type { MapContents } from './map-labels.ts'
import { MapTable, type MapTargets } from './map-table.tsx'

const loadCanvas = () => import('./map-canvas.tsx')

/** Loads the map library and the style on demand, because the library is the largest part of the screen. */
const Canvas = lazy(async () => {
  const [{ MapCanvas }, styleUrl] = await Promise.all([loadWithRetry(() => loadWithStyles(loadCanvas)), mapStyleUrl()])
  return { default: (props: Omit<MapCanvasProps, 'styleUrl'>) => <MapCanvas {...props} styleUrl={styleUrl} /> }
})

export interface MapPanelProps {
  className?: string | undefined
  targets: MapTargets
  /** Renders content below the map from the same data. */
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
                  <Canvas
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

/** Returns the data of the map and its tables, from the same feed rooms as the dashboard. */
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
