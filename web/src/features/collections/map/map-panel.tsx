/** The live map with zones, sites and trucks, and a table of the same data. */
import { Skeleton } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { TableSwitch } from '#web/charts/table-switch.tsx'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { withStyles } from '#web/components/lost-styles.ts'
import { Panel } from '#web/components/panel.tsx'
import { persistently } from '#web/components/part.ts'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import type { MapCanvasProps } from './map-canvas.tsx'
import type { MapTargets } from './map-item.tsx'
import classes from './map-panel.module.css'
import { mapStyleUrl } from './map-style-url.ts'
import { MapTable } from './map-table.tsx'
import { useCity } from './use-city.ts'

const loadCanvas = () => import('./map-canvas.tsx')

/** The map library is the largest part of the screen, so it loads lazily with the style. */
const Canvas = lazy(async () => {
  const [{ MapCanvas }, styleUrl] = await Promise.all([persistently(() => withStyles(loadCanvas)), mapStyleUrl()])
  return { default: (props: Omit<MapCanvasProps, 'styleUrl'>) => <MapCanvas {...props} styleUrl={styleUrl} /> }
})

const TITLE = 'Live map'

export interface MapPanelProps {
  className?: string | undefined
  targets: MapTargets
  /** Content below the map, from its data. */
  below?(city: ReturnType<typeof useCity>): ReactNode
}

export function MapPanel({ className, targets, below }: MapPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const [trouble, setTrouble] = useState<'undrawn' | 'unstyled' | null>(null)
  const shown = useCity()
  const { city, ways, isLoading, hasFailed, error, retry } = shown
  const isEmpty = city.sites.length === 0 && city.zones.length === 0
  const canBeDrawn = trouble !== 'undrawn'
  const table = <MapTable city={city} targets={targets} />
  const undrawn = (
    <>
      <p className={classes.note}>This browser can’t draw the map. Here is what it shows:</p>
      {table}
    </>
  )
  return (
    <Panel
      title={TITLE}
      className={`${classes.panel} ${className ?? ''}`}
      aside={canBeDrawn && <TableSwitch title={TITLE} of="map" asTable={asTable} change={setAsTable} />}
    >
      {hasFailed && <ErrorState message={error ?? 'Failed to load the map'} retry={retry} />}
      {isLoading && !hasFailed && <Skeleton className={classes.frame} />}
      {!isLoading && !hasFailed && isEmpty && (
        <EmptyState icon={IconMapOff} title="No zones and no sites yet">
          The zones, the sites and the trucks between them appear here when they are opened.
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
          <i className={classes.keyZone} /> Zone, as full as it has reports
        </span>
        <span>
          <i className={classes.keySite} /> Site, its load
        </span>
        <span>
          <i className={classes.keyWay} data-active /> Under way
        </span>
        <span>
          <i className={classes.keyWay} /> Planned
        </span>
      </p>
      <p className={classes.note}>
        Positions of trucks are estimated from their times.
        {isUnstyled && ' The installation’s own map did not come; this is the outline that the app has.'}
      </p>
    </>
  )
}
