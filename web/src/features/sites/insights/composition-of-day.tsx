/** Composition of the sites on a day: pie, rows and total. */

import { Skeleton } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { Suspense, useRef } from 'react'
import type { CompositionDay } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { useCompositionDaysQuery } from '#web/features/sites/calls.ts'
import { useRefreshWith } from '#web/lib/feed/use-room.ts'
import { tonnesExactly } from '#web/lib/format/numbers.ts'
import { writeDay } from '#web/ui/date-field/calendar.ts'
import { ExportButtons } from '#web/ui/downloads.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Deferred } from '#web/ui/lazy-panel.tsx'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { MaterialRows } from '#web/ui/materials/materials.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { carriedForwardText } from './carried-forward.ts'
import { dayCsv, fileName } from './exported.ts'
import classes from './insights.module.css'
import { ALL, siteQuery } from './insights-filter.ts'
import { LoadingText } from './loading-text.tsx'

const MaterialPie = lazyWithRetry(async () => (await import('./insight-charts.tsx')).MaterialPie)
const DayPictures = lazyWithRetry(async () => (await import('./day-pictures.tsx')).DayPictures)
const PIE_HEIGHT = 300
/** Approximate height of pictures in px. */
const PICTURE_HEIGHT = 364

export interface CompositionOfDayProps {
  siteId: string
  /** The site's name, or 'All Sites'. */
  where: string
  date: string
  /** Returns a site's name. */
  nameOf(siteId: string): string
}

export function CompositionOfDay({ siteId, where, date, nameOf }: CompositionOfDayProps) {
  const { currentData, error, isFetching, refetch } = useCompositionDaysQuery(
    { ...siteQuery(siteId), from: date, to: date, records: '1' },
    { refetchOnMountOrArgChange: true },
  )
  useRefreshWith('sites', refetch)
  const part = useRef<HTMLElement>(null)
  const day = currentData?.days[0]
  const title = `Composition Analysis - ${writeDay(date)}`
  const known = isKnownComposition(day?.composition)
  const carried = day && carriedForwardText(day, nameOf)
  return (
    <Panel
      title={title}
      ref={part}
      busy={!currentData && isFetching}
      aside={
        day &&
        known && (
          <ExportButtons
            title={`${title}, ${where}`}
            name={fileName('composition', where, date)}
            csv={() => dayCsv(where, day)}
            part={part}
          />
        )
      }
    >
      <p className={classes.lead}>
        {siteId === ALL ? 'Aggregated across all sites' : `For ${where}`}
        {carried && `; carried forward: ${carried}`}
      </p>
      {error && !currentData && !isFetching ? (
        <ErrorState message="What the sites held on this day could not be fetched." retry={() => void refetch()} />
      ) : !currentData ? (
        <LoadingText title="Analyzing Waste Composition..." text="Running AI analysis on selected date" />
      ) : day && known ? (
        <>
          <Breakdown day={day} />
          {day.records?.some(({ image_url }) => image_url) && (
            <Deferred height={PICTURE_HEIGHT}>
              <DayPictures records={day.records} all={siteId === ALL} />
            </Deferred>
          )}
        </>
      ) : (
        <EmptyState icon={IconDatabaseOff} title="No Data Available">
          No waste composition data found for the selected date and site.
        </EmptyState>
      )}
    </Panel>
  )
}

function Breakdown({ day }: { day: CompositionDay }) {
  const { composition = {}, totalWeight } = day
  return (
    <div className={classes.breakdown}>
      <div>
        <h3 className={classes.heading}>Material Breakdown</h3>
        <Suspense fallback={<Skeleton height={PIE_HEIGHT} />}>
          <MaterialPie composition={composition} tonnes={totalWeight} height={PIE_HEIGHT} />
        </Suspense>
      </div>
      <div>
        <h3 className={classes.heading}>
          Total Weight <SimulatedBadge of={day} />
        </h3>
        <p className={classes.total}>{tonnesExactly(totalWeight)}</p>
        <MaterialRows label="Materials" composition={composition} tonnes={totalWeight} />
      </div>
    </div>
  )
}
