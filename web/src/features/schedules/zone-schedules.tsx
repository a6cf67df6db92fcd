/** The zone's live collections for residents: filter tiles, upcoming, past, guidelines. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import {
  IconBulb,
  IconCalendarOff,
  IconClipboardList,
  IconClockCheck,
  IconLeaf,
  IconRecycle,
  IconTrash,
  IconWashMachine,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Schedule } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { useRoom, useRowHighlight } from '#web/lib/feed/use-room.ts'
import { formatDay, formatDayAndTime, formatTimeOfDay } from '#web/lib/format/times.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { FilterTiles } from '#web/ui/fields.tsx'
import { HistoryTable } from '#web/ui/figure-table.tsx'
import { Badge, SimulatedBadge, sortSchedulesByUrgency } from '#web/ui/marks.tsx'
import { AdviceList, Panel } from '#web/ui/page.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import {
  describeBinsOutTip,
  getScheduleFilters,
  isOverdue,
  ScheduleFact,
  ScheduleFacts,
  scheduleBadgeOf,
} from './collections.tsx'
import classes from './zone-schedules.module.css'

const MINUTE_MS = 60_000

export function ZoneSchedules() {
  const { rows, status, error, arrivals, retry } = useRoom('my-schedules')
  const [key, setKey] = useState('total')
  const filters = getScheduleFilters()
  const filter = filters.find((filter) => filter.key === key) ?? filters[0]
  const now = useNow(MINUTE_MS)
  const loading = status === 'loading'
  const listed = sortSchedulesByUrgency(rows.filter(filter.includes))
  if (status === 'error') {
    return (
      <Panel title={t`Collections`}>
        <ErrorState message={error ?? t`Failed to load collection schedules`} retry={retry} />
      </Panel>
    )
  }
  return (
    <>
      <FilterTiles
        label={t`Show collections`}
        filters={filters}
        rows={rows}
        loading={loading}
        chosen={filter}
        choose={(next) => setKey(next.key)}
      />
      <Panel title={t`Collections`}>
        {loading && (
          <div className={classes.cards} role="status" aria-label={t`Loading collection schedules`}>
            <Skeleton height={320} />
          </div>
        )}
        {!loading && (
          <ScheduleList
            key={filter.key}
            schedules={listed}
            isWhole={filter === filters[0]}
            arrivals={arrivals}
            now={now}
          >
            <EmptyState icon={IconCalendarOff} title={filter.empty.title}>
              {filter.empty.text}
            </EmptyState>
          </ScheduleList>
        )}
      </Panel>
    </>
  )
}

interface ScheduleListProps {
  schedules: readonly Schedule[]
  /** True if the list shows all collections, without a filter. */
  isWhole: boolean
  arrivals: Record<string, number>
  /** Current time in epoch ms. */
  now: number
  /** Content shown instead of an empty list. */
  children: ReactNode
}

function ScheduleList({ schedules, isWhole, arrivals, now, children }: ScheduleListProps) {
  const { shown, gone: _, ...news } = useFrozenRows(schedules)
  if (shown.length === 0) return children
  const isPast = ({ status }: Schedule) => status === 'completed' || status === 'cancelled'
  return (
    <>
      {isWhole && shown.every(isPast) && (
        <p className={classes.none}>
          <Trans>No truck is planned for your zone now.</Trans>
        </p>
      )}
      <ul className={classes.cards}>
        <NewRowsButton {...news} of="collections" />
        {shown
          .filter((schedule) => !isPast(schedule))
          .map((schedule) => (
            <ScheduleCard key={schedule.id} schedule={schedule} arrivedAt={lookUp(arrivals, schedule.id)} now={now} />
          ))}
      </ul>
      <HistoryTable
        title={t`Ended collections`}
        heads={[t`Planned for`, t`Truck`, t`Ended`]}
        rows={shown.filter(isPast)}
        cells={({ scheduledStart, vehicle, status, completedAt }) => [
          formatDayAndTime(scheduledStart, now),
          <span key={vehicle.id} className={classes.plate}>
            {vehicle.registrationNumber || vehicle.id}
          </span>,
          status === 'completed' && completedAt ? formatDayAndTime(completedAt, now) : scheduleBadgeOf(status).label,
        ]}
        note={({ status, reason }) =>
          status === 'cancelled' &&
          (reason ? t`This collection was cancelled. ${reason}` : t`This collection was cancelled.`)
        }
      />
    </>
  )
}

interface ScheduleCardProps {
  schedule: Schedule
  arrivedAt: number | undefined
  /** Current time in epoch ms. */
  now: number
}

function ScheduleCard({ schedule, arrivedAt, now }: ScheduleCardProps) {
  const marked = useRowHighlight(arrivedAt)
  const { status, zone, scheduledStart, estimatedCompletion } = schedule
  const { reports } = truckPlanOf(schedule)
  const { tone, label } = scheduleBadgeOf(isOverdue(schedule, now) ? 'overdue' : status)
  return (
    <li className={classes.card} data-marked={marked || undefined} data-status={status}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.day}>{formatDay(scheduledStart, now)}</h3>
          <p className={classes.zone}>
            <span>{zone}</span> <SimulatedBadge of={schedule} />
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className={classes.facts}>
        <ScheduleFacts schedule={schedule} now={now} />
        <ScheduleFact icon={IconClipboardList} name={t`Reports`}>
          {reports}
        </ScheduleFact>
        <ScheduleFact icon={IconClockCheck} name={t`Expected completion`}>
          {formatTimeOfDay(estimatedCompletion)}
        </ScheduleFact>
      </dl>
      {status === 'scheduled' && (
        <p className={classes.tip}>
          <IconBulb size={18} stroke={1.6} aria-hidden="true" />
          <span>{describeBinsOutTip(scheduledStart, now)}</span>
        </p>
      )}
    </li>
  )
}

const guidelines = () => [
  {
    icon: IconTrash,
    title: t`General Waste`,
    text: t`Tie it up in bags and close the lid, so that rain and animals stay out.`,
  },
  {
    icon: IconRecycle,
    title: t`Recyclables`,
    text: t`Keep plastic, paper, glass and metal clean, dry and apart from other waste.`,
  },
  {
    icon: IconLeaf,
    title: t`Organic Waste`,
    text: t`Put food and garden waste in its own bin, without plastic bags.`,
  },
  {
    icon: IconWashMachine,
    title: t`Special Items`,
    text: t`Keep batteries, electronics and large items out of the bins. List them in your report.`,
  },
]

/** Guidelines for sorting waste; the text is always the same. */
export function CollectionGuidelines() {
  return (
    <Panel title={t`Collection Guidelines`}>
      <AdviceList pieces={guidelines()} />
    </Panel>
  )
}
