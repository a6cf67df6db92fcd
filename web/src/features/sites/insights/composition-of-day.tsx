/** Composition of the sites on a day: pie, rows and total. */

import { Skeleton } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { Suspense, useRef } from 'react'
import type { CompositionDay } from '#contract/views.ts'
import { isKnown } from '#rules/materials.ts'
import { ExportButtons } from '#web/calls/export-buttons.tsx'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { writeDay } from '#web/components/date-field/calendar.ts'
import { Later } from '#web/components/later.tsx'
import { MaterialRows } from '#web/components/materials/material-rows.tsx'
import { Panel } from '#web/components/panel.tsx'
import { part } from '#web/components/part.ts'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useCompositionDaysQuery } from '#web/features/sites/calls.ts'
import { useRefreshWith } from '#web/feed/live-refresh.ts'
import { tonnesExactly } from '#web/format/weights.ts'
import { carriedText } from './carried.ts'
import { ALL, asked } from './chosen.ts'
import { dayCsv, fileName } from './exported.ts'
import classes from './insights.module.css'
import { Waiting } from './waiting.tsx'

const MaterialPie = part(async () => (await import('./insight-charts.tsx')).MaterialPie)
const DayPictures = part(async () => (await import('./day-pictures.tsx')).DayPictures)
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
    { ...asked(siteId), from: date, to: date, records: '1' },
    { refetchOnMountOrArgChange: true },
  )
  useRefreshWith('sites', refetch)
  const part = useRef<HTMLElement>(null)
  const day = currentData?.days[0]
  const title = `Composition Analysis - ${writeDay(date)}`
  const known = isKnown(day?.composition)
  const carried = day && carriedText(day, nameOf)
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
        <Waiting title="Analyzing Waste Composition..." text="Running AI analysis on selected date" />
      ) : day && known ? (
        <>
          <Breakdown day={day} />
          {day.records?.some(({ image_url }) => image_url) && (
            <Later height={PICTURE_HEIGHT}>
              <DayPictures records={day.records} all={siteId === ALL} />
            </Later>
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
