/** The zone's collections for residents, live: filter tiles, upcoming cards and past ones. */

import { Skeleton } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Schedule } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import { FilterTiles } from '#web/components/filter-tiles.tsx'
import { NewRows } from '#web/components/new-rows.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PastTable } from '#web/components/past-table.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { byUrgency } from '#web/features/collections/by-urgency.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { dayTime } from '#web/format/day-times.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { ScheduleCard } from './schedule-card.tsx'
import { scheduleFilters, scheduleStatuses } from './schedule-filters.ts'
import classes from './schedules.module.css'

const MINUTE_MS = 60_000

export function ZoneSchedules() {
  const { rows, status, error, arrivals, retry } = useRoom('my-schedules')
  const [filter, setFilter] = useState(scheduleFilters[0])
  const now = useNow(MINUTE_MS)
  const loading = status === 'loading'
  const listed = byUrgency(rows.filter(filter.includes))
  if (status === 'error') {
    return (
      <Panel title="Collections">
        <ErrorState message={error ?? 'Failed to load collection schedules'} retry={retry} />
      </Panel>
    )
  }
  return (
    <>
      <FilterTiles
        label="Show collections"
        filters={scheduleFilters}
        rows={rows}
        loading={loading}
        chosen={filter}
        choose={setFilter}
      />
      <Panel title="Collections">
        {loading && (
          <div className={classes.cards} role="status" aria-label="Loading collection schedules">
            <Skeleton height={320} />
          </div>
        )}
        {!loading && (
          <List
            key={filter.key}
            schedules={listed}
            isWhole={filter === scheduleFilters[0]}
            arrivals={arrivals}
            now={now}
          >
            <EmptyState icon={IconCalendarOff} title={filter.empty.title}>
              {filter.empty.text}
            </EmptyState>
          </List>
        )}
      </Panel>
    </>
  )
}

interface ListProps {
  schedules: readonly Schedule[]
  /** True without a filter. */
  isWhole: boolean
  arrivals: Record<string, number>
  /** Epoch ms. */
  now: number
  /** Replacement for an empty list. */
  children: ReactNode
}

function List({ schedules, isWhole, arrivals, now, children }: ListProps) {
  const { shown, gone: _, ...news } = useHeldRows(schedules)
  if (shown.length === 0) return children
  const isPast = ({ status }: Schedule) => status === 'completed' || status === 'cancelled'
  return (
    <>
      {isWhole && shown.every(isPast) && <p className={classes.none}>No truck is planned for your zone now.</p>}
      <ul className={classes.cards}>
        <NewRows {...news} of="collections" />
        {shown
          .filter((schedule) => !isPast(schedule))
          .map((schedule) => (
            <ScheduleCard key={schedule.id} schedule={schedule} arrivedAt={lookUp(arrivals, schedule.id)} now={now} />
          ))}
      </ul>
      <PastTable
        title="Ended collections"
        heads={['Planned for', 'Truck', 'Ended']}
        rows={shown.filter(isPast)}
        cells={({ scheduledStart, vehicle, status, completedAt }) => [
          dayTime(scheduledStart, now),
          <span key={vehicle.id} className={classes.plate}>
            {vehicle.registrationNumber || vehicle.id}
          </span>,
          status === 'completed' && completedAt ? dayTime(completedAt, now) : scheduleStatuses[status].label,
        ]}
        note={({ status, reason }) =>
          status === 'cancelled' && `This collection does not take place. ${reason ?? ''}`.trim()
        }
      />
    </>
  )
}
