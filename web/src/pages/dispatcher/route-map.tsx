/**
 * The routes page's map, with trucks below.
 * A press on a truck opens its route.
 */
import { MapPanel, TrucksUnderWay } from '#web/features/live-map/map-panel.tsx'
import type { OpenRouteDialog } from '#web/features/routes/routes-board.tsx'
import { zonePathOf } from './keyboard.ts'

export interface RouteMapProps {
  className?: string | undefined
  turnTo(dialog: OpenRouteDialog): void
}

export function RouteMap({ className, turnTo }: RouteMapProps) {
  const open = (routeId: string) => () => turnTo({ kind: 'details', id: routeId })
  return (
    <MapPanel
      className={className}
      targets={{ zone: zonePathOf, truck: ({ routeId }) => (routeId ? open(routeId) : undefined) }}
      below={({ city: { journeys }, sites }) => <TrucksUnderWay journeys={journeys} sites={sites} />}
    />
  )
}
