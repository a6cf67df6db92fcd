/** Fleet Status: trucks per state and fuel levels, live. */

import { Skeleton } from '@mantine/core'
import { IconTruckOff } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { useScroller } from '#web/lib/hooks/scroller.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { FuelMeter, fuelPercent } from '#web/ui/meter.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import { fleetByState, fleetStates, km } from './analytics-words.ts'
import { ChartPlaceholder } from './chart-placeholder.tsx'

const ExportedBars = lazyWithRetry(async () => (await import('./exported-bars.tsx')).ExportedBars)
const STATES = { title: 'Trucks by state', source: 'Source: the fleet’s state now, live.' }
const trucks = { one: 'truck', many: 'trucks' }

export function FleetStatus() {
  const { rows, status, error, retry } = useRoom('vehicles')
  const fleet = rows.filter(({ archived }) => !archived)
  if (status === 'error') {
    return (
      <Panel title={STATES.title}>
        <ErrorState message={error ?? 'Failed to load analytics data. Please try again.'} retry={retry} />
      </Panel>
    )
  }
  if (status !== 'loading' && fleet.length === 0) {
    return (
      <Panel title={STATES.title}>
        <EmptyState icon={IconTruckOff} title="No Fleet Data">
          Each vehicle is counted here with its state and its fuel, as soon as one is registered.
        </EmptyState>
      </Panel>
    )
  }
  return (
    <div className={classes.charts}>
      {status === 'loading' ? (
        <ChartPlaceholder {...STATES} />
      ) : (
        <Suspense fallback={<ChartPlaceholder {...STATES} />}>
          <ExportedBars {...STATES} category="State" unit={trucks} data={fleetByState(fleet)} />
        </Suspense>
      )}
      <Panel title="Fuel levels">
        {status === 'loading' ? <Skeleton height={288} /> : <FuelLevels fleet={fleet} />}
      </Panel>
    </div>
  )
}

function FuelLevels({ fleet }: { fleet: readonly Vehicle[] }) {
  const scroller = useScroller<HTMLUListElement>()
  return (
    <ul {...scroller} className={classes.levels}>
      {fleet.map((vehicle) => {
        return (
          <li key={vehicle.id} data-vehicle={vehicle.id}>
            <p className={classes.level}>
              <span>
                <b>{vehicle.id}</b> <span className={classes.note}>{fleetStates[vehicle.status].label}</span>
              </span>
              <span>
                {withUnit(fuelPercent(vehicle), '%')} fuel{vehicle.needs_refuel && ' · refuel'} ·{' '}
                {km(vehicle.estimated_range_km)} range
              </span>
            </p>
            <FuelMeter vehicle={vehicle} tick={25} />
          </li>
        )
      })}
    </ul>
  )
}
