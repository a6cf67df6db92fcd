/** Distance, fuel and cost of each vehicle. */
import { Skeleton } from '@mantine/core'
import { IconTruckOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import table from '#web/ui/figure-table.module.css'
import { ColumnHeads } from '#web/ui/history-table.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import { cedi, cediPerKm, count, km, kmPerLitre, litres } from './analytics-words.ts'

const TITLE = 'Fuel by vehicle'

interface VehicleTableProps {
  vehicles: FuelAnalytics['vehicles'] | undefined
  /** Content beside the title. */
  aside?: ReactNode
}

export function VehicleTable({ vehicles, aside }: VehicleTableProps) {
  return (
    <Panel title={TITLE} aside={aside}>
      {!vehicles && <Skeleton height={200} />}
      {vehicles?.length === 0 && (
        <EmptyState icon={IconTruckOff} title="No Fleet Data">
          Each vehicle appears here with its trips, fuel and cost.
        </EmptyState>
      )}
      {vehicles && vehicles.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        <section className={table.scroll} aria-label={`${TITLE}, table`} tabIndex={0}>
          <table className={`${table.table} ${classes.trucks}`}>
            <ColumnHeads heads={['Vehicle', 'Trips', 'Distance', 'Fuel', 'Fuel efficiency', 'Cost', 'Cost per km']} />
            <tbody>
              {vehicles.map((vehicle) => (
                <tr key={vehicle.vehicle_id}>
                  <th scope="row">{vehicle.vehicle_id}</th>
                  <td>{count(vehicle.total_trips)}</td>
                  <td>{km(vehicle.total_distance)}</td>
                  <td>{litres(vehicle.total_fuel_consumed)}</td>
                  <td>{kmPerLitre(vehicle.efficiency_kmpl)}</td>
                  <td>{cedi(vehicle.total_cost)}</td>
                  <td>{cediPerKm(vehicle.avg_cost_per_km)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}
