/** The dashboard's map: zones link to their reports, trucks to their cards, sites to the full map. */
import { MapPanel } from '#web/features/schedules/map/map-panel.tsx'
import { ROUTES, scrollToPart, truckCard, zoneAddress } from './addresses.ts'

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
            scrollToPart(truckCard(truckId)),
      }}
    />
  )
}
