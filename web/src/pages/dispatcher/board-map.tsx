/** The map on the board: its zones show their reports, its trucks their cards, and its sites the whole map. */
import { MapPanel } from '#web/features/collections/map/map-panel.tsx'
import { ROUTES, showPart, truckCard, zoneAddress } from './addresses.ts'

export function BoardMap({ className }: { className?: string | undefined }) {
  return (
    <MapPanel
      className={className}
      targets={{
        zone: zoneAddress,
        site: ROUTES,
        truck:
          ({ truckId }) =>
          () =>
            showPart(truckCard(truckId)),
      }}
    />
  )
}
