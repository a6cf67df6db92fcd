/** A schematic live map: zones, sites and the trucks between them, drawn from coordinates; and the same in words. */
import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconMapOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import type { RouteDialog } from '#web/features/collections/routes/route-dialogs.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { journeysOf } from './journeys.ts'
import { MapDrawing } from './map-drawing.tsx'
import { linesOf, mapOf } from './map-places.ts'
import { MapTrucks } from './map-trucks.tsx'
import classes from './route-map.module.css'
import { TrucksUnderWay } from './trucks-under-way.tsx'

const HEIGHT = 340
const MARGIN = 52

export interface RouteMapProps {
  className?: string | undefined
  turnTo(dialog: RouteDialog): void
}

export function RouteMap({ className, turnTo }: RouteMapProps) {
  const { rows: sites, status, error, retry } = useRoom('sites')
  const { rows: schedules } = useRoom('schedules')
  const { rows: deliveries } = useRoom('deliveries')
  const { rows: zones } = useRoom('zones')
  const { ref, width } = useElementSize()
  const journeys = useMemo(() => journeysOf(schedules, deliveries), [schedules, deliveries])
  const lines = useMemo(() => linesOf(journeys, schedules), [journeys, schedules])
  const map = useMemo(
    () => (width > 0 ? mapOf(zones, sites, lines, { width, height: HEIGHT, margin: MARGIN }) : null),
    [zones, sites, lines, width],
  )
  return (
    <Panel title="Live map" className={className} aside={<span className={classes.note}>Positions are estimated</span>}>
      {status === 'error' && <ErrorState message={error ?? 'Failed to load the map'} retry={retry} />}
      {status !== 'error' && (
        <div ref={ref} className={classes.map} style={{ height: HEIGHT }}>
          {status === 'loading' && <Skeleton height={HEIGHT} />}
          {status !== 'loading' && sites.length === 0 && (
            <EmptyState icon={IconMapOff} title="No sites yet">
              The zones, the sites and the trucks between them appear here when a dumping site is opened.
            </EmptyState>
          )}
          {map && sites.length > 0 && (
            <>
              <MapDrawing map={map} lines={lines} zones={zones} />
              <MapTrucks map={map} journeys={journeys} turnTo={turnTo} />
            </>
          )}
        </div>
      )}
      {status !== 'error' && <TrucksUnderWay journeys={journeys} sites={sites} />}
    </Panel>
  )
}
