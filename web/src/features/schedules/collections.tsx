/** A zone's collections for residents: filters, facts, times to put bins out. */

import { t } from '@lingui/core/macro'
import { IconCalendarTime, IconTruck, IconUser } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { Schedule } from '#contract/views.ts'
import type { ScheduleStatus } from '#domain/city.ts'
import { toDialString } from '#domain/contacts.ts'
import { vehicleTypeNameOf } from '#web/lib/format/labels.ts'
import { formatDay, formatTimeOfDay, formatTimeRange } from '#web/lib/format/times.ts'
import type { RowFilter } from '#web/ui/fields.tsx'
import type { BadgeTone } from '#web/ui/marks.tsx'
import classes from './zone-schedules.module.css'

type ScheduleFilter = RowFilter<Schedule>

/**
 * Returns the colour and label of a status.
 * Overdue: the collection's time has passed without confirmed completion.
 */
export function scheduleBadgeOf(status: ScheduleStatus | 'overdue') {
  const badges: Record<ScheduleStatus | 'overdue', { tone: BadgeTone; label: string }> = {
    scheduled: { tone: 'new', label: t`Scheduled` },
    'in-progress': { tone: 'progress', label: t`In Progress` },
    overdue: { tone: 'progress', label: t`Overdue` },
    completed: { tone: 'done', label: t`Completed` },
    cancelled: { tone: 'plain', label: t`Cancelled` },
  }
  return badges[status]
}

/**
 * Returns whether a collection is overdue.
 * `now` is epoch ms.
 */
export function isOverdue({ status, overdueAt, estimatedCompletion }: Schedule, now: number): boolean {
  if (status === 'completed' || status === 'cancelled') return false
  return overdueAt !== undefined || now >= Date.parse(estimatedCompletion)
}

const only = (wanted: ScheduleStatus, title: string, text: string): ScheduleFilter => ({
  key: wanted,
  label: scheduleBadgeOf(wanted).label,
  includes: ({ status }) => status === wanted,
  empty: { title, text },
})

/**
 * Returns the filter tiles.
 * The first tile matches all routes, even cancelled ones.
 */
export const getScheduleFilters = (): readonly [ScheduleFilter, ...ScheduleFilter[]] => [
  {
    key: 'total',
    label: t`Total`,
    includes: () => true,
    empty: {
      title: t`No collections scheduled`,
      text: t`A collection is planned when enough bins of your zone are full. It appears here with its truck and driver.`,
    },
  },
  only('scheduled', t`No scheduled collections`, t`The next collection of your zone appears here when it is planned.`),
  only('in-progress', t`No collection in progress`, t`A collection appears here when its truck leaves.`),
  only('completed', t`No completed collections`, t`A collection stays here for 24 hours after it was completed.`),
]

/** Bins must be out this many ms before the collection starts. */
const BINS_OUT_MS = 30 * 60_000

/**
 * Returns the request to put bins out by a time, or now.
 * `now` is epoch ms.
 */
export function describeBinsOutRequest(start: string, now: number): string {
  const by = Date.parse(start) - BINS_OUT_MS
  return by > now
    ? t`Please have your bin out by ${formatTimeOfDay(new Date(by).toISOString())}.`
    : t`Please have your bin out now.`
}

/**
 * Returns advice when to put out the bins for a collection that starts at `start`.
 * `now` is epoch ms.
 */
export function describeBinsOutTip(start: string, now: number): string {
  const by = Date.parse(start) - BINS_OUT_MS
  return by > now
    ? t`Have your bins out 30 minutes before the start: by ${formatTimeOfDay(new Date(by).toISOString())}.`
    : t`Have your bins out 30 minutes before the start. That is now.`
}

interface ScheduleFactProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  name: string
  /** True if the fact takes the full width of the panel. */
  wide?: boolean
  children: ReactNode
}

/** A fact of a collection with its icon and label. */
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

/** Shows a collection's time, truck and driver, and also its day if `day` is true. */
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
          <span>{vehicleTypeNameOf(vehicle.type)}</span> ·{' '}
          <span className={classes.plate}>{vehicle.registrationNumber || vehicle.id}</span>
        </span>
      </ScheduleFact>
      {(driverName || driverContact) && (
        <ScheduleFact icon={IconUser} name={t`Driver`}>
          <span>{driverName ?? '–'}</span>
          {driverContact && (
            <a className={classes.call} href={`tel:${toDialString(driverContact)}`}>
              {driverContact}
            </a>
          )}
        </ScheduleFact>
      )}
    </>
  )
}
