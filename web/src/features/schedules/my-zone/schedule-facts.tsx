/** Facts of a collection, each with an icon and a label. */
import { t } from '@lingui/core/macro'
import { IconCalendarTime, IconTruck, IconUser } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { Schedule } from '#contract/views.ts'
import { dialString } from '#domain/contacts.ts'
import { vehicleTypeName } from '#web/lib/format/labels.ts'
import { formatDay, formatTimeRange } from '#web/lib/format/times.ts'
import classes from './zone-schedules.module.css'

export interface ScheduleFactProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  name: string
  /** True for a fact that takes the full width of the panel. */
  wide?: boolean
  children: ReactNode
}

export function ScheduleFact({ icon: Icon, name, wide, children }: ScheduleFactProps) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <dt className={classes.factName}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {name}
      </dt>
      <dd className={classes.factValue}>{children}</dd>
    </div>
  )
}

/** Facts of a collection: time, truck and driver. With `day`, the day as well. */
export function ScheduleFacts({ schedule, now, day = false }: { schedule: Schedule; now: number; day?: boolean }) {
  const { scheduledStart, estimatedCompletion, vehicle, driverName, driverContact } = schedule
  const range = formatTimeRange(scheduledStart, estimatedCompletion)
  return (
    <>
      <ScheduleFact icon={IconCalendarTime} name={t`Collection time`} wide>
        {day ? `${formatDay(scheduledStart, now)}, ${range}` : range}
      </ScheduleFact>
      <ScheduleFact icon={IconTruck} name={t`Vehicle`}>
        <span>{`${vehicle.make} ${vehicle.model}`}</span>
        <span className={classes.second}>
          <span>{vehicleTypeName(vehicle.type)}</span> ·{' '}
          <span className={classes.plate}>{vehicle.registrationNumber || vehicle.id}</span>
        </span>
      </ScheduleFact>
      {(driverName || driverContact) && (
        <ScheduleFact icon={IconUser} name={t`Driver`}>
          <span>{driverName ?? '–'}</span>
          {driverContact && (
            <a className={classes.call} href={`tel:${dialString(driverContact)}`}>
              {driverContact}
            </a>
          )}
        </ScheduleFact>
      )}
    </>
  )
}
