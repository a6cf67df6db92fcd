/** The fleet as cards, live. */
import { Skeleton } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './fleet-grid.module.css'
import { VehicleCard } from './vehicle-card.tsx'

const SKELETONS = ['a', 'b', 'c']

export function FleetGrid({ className }: { className?: string }) {
  const room = useRoom('vehicles')
  return (
    <Panel title="Fleet Management" className={className}>
      <Cards {...room} />
    </Panel>
  )
}

function Cards({ rows, status, error, arrivals, retry }: ReturnType<typeof useRoom<'vehicles'>>) {
  if (status === 'error') return <ErrorState message={error ?? 'Failed to load vehicles'} retry={retry} />
  if (status === 'loading') {
    return (
      <div className={classes.grid}>
        {SKELETONS.map((key) => (
          <Skeleton key={key} height={124} />
        ))}
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyState icon={IconTruck} title="No vehicles registered yet">
        Each vehicle appears here with its state, fuel and range.
      </EmptyState>
    )
  }
  return (
    <ul className={classes.grid}>
      {rows.map((vehicle) => (
        <VehicleCard key={vehicle.id} vehicle={vehicle} arrivedAt={arrivals[vehicle.id]} />
      ))}
    </ul>
  )
}
