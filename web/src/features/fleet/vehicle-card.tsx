/** One vehicle: state, fuel, range and actions. */

import { Button } from '@mantine/core'
import { memo } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { VEHICLE_TYPE_LABELS, type VehicleStatus } from '#rules/city.ts'
import { Badge, SimulatedBadge, type Tone } from '#web/components/badge.tsx'
import { FuelMeter, fuelPercent } from '#web/components/fuel-meter.tsx'
import { useMarked } from '#web/feed/marked.ts'
import { figure, withUnit } from '#web/format/numbers.ts'
import { useOff } from '#web/hooks/past.ts'
import { aheadOfRefuelling, aheadOfSaving, type Doing } from './fleet-dialogs.tsx'
import classes from './fleet-grid.module.css'

const states: Record<VehicleStatus, { label: string; tone: Tone }> = {
  available: { label: 'Available', tone: 'done' },
  scheduled: { label: 'Scheduled', tone: 'new' },
  'in-transit': { label: 'In Transit to Site', tone: 'progress' },
  'on-route': { label: 'On Route', tone: 'progress' },
  maintenance: { label: 'Maintenance', tone: 'plain' },
}

const whole = (amount: number) => figure(Math.round(amount))

export interface VehicleCardProps {
  vehicle: Vehicle
  /** True for an archived vehicle that stays frozen during interaction. */
  gone: boolean
  /** True for the tank to fill first. */
  isNext: boolean
  arrivedAt: number | undefined
  turnTo(doing: Doing): void
}

export const VehicleCard = memo(function VehicleCard({ vehicle, gone, isNext, arrivedAt, turnTo }: VehicleCardProps) {
  const marked = useMarked(arrivedAt)
  const off = useOff()
  const { label, tone } = states[vehicle.status]
  return (
    <li
      className={classes.card}
      data-marked={marked || undefined}
      data-gone={gone || undefined}
      data-vehicle={vehicle.id}
    >
      <div className={classes.head}>
        <h3 className={classes.name}>{vehicle.id}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className={classes.detail}>
        {vehicle.make} {vehicle.model} · {VEHICLE_TYPE_LABELS[vehicle.type]}
        {vehicle.driver_name && ` · ${vehicle.driver_name}`} <SimulatedBadge of={vehicle} />
      </p>
      <FuelMeter vehicle={vehicle} />
      <p className={classes.figures}>
        <span>
          {withUnit(fuelPercent(vehicle), '%')} fuel{vehicle.needs_refuel && ' · refuel'}
        </span>
        <span className={classes.range}>{withUnit(whole(vehicle.estimated_range_km), 'km')} range</span>
      </p>
      <div className={classes.actions}>
        <Button
          {...(isNext ? { variant: 'filled' } : { variant: 'subtle', color: 'gray' })}
          size="sm"
          h="var(--row-control, 44px)"
          px="xs"
          aria-label={`Refuel ${vehicle.id}`}
          aria-disabled={gone}
          data-disabled={gone || undefined}
          onClick={() => !gone && turnTo({ what: 'refuel', vehicle })}
          {...aheadOfRefuelling}
          {...off}
        >
          Refuel
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          h="var(--row-control, 44px)"
          px="xs"
          aria-label={`Edit ${vehicle.id}`}
          aria-disabled={gone}
          data-disabled={gone || undefined}
          onClick={() => !gone && turnTo({ what: 'save', vehicle })}
          {...aheadOfSaving}
          {...off}
        >
          Edit
        </Button>
      </div>
    </li>
  )
})
