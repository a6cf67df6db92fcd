/** Panels of the insights page: filters, trend, day composition, site cards. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Loader, NativeSelect, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChartLine, IconDatabaseOff, IconMapPin } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import type { CompositionDay, Site } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { useCompositionDaysQuery, useLazyCompositionDaysQuery } from '#web/features/sites/calls.ts'
import { useRefetchOnRoomChange } from '#web/lib/feed/use-room.ts'
import { calendarRangeOf, formatCalendarDay, monthOf } from '#web/lib/format/dates.ts'
import { formatKg, formatNumber, formatTonnes, formatTonnesTenths } from '#web/lib/format/numbers.ts'
import { DateField } from '#web/ui/date-field/date-field.tsx'
import { ExportButtons } from '#web/ui/downloads.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { MaterialRows } from '#web/ui/materials/materials.tsx'
import { DeferredContent, Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './insights.module.css'
import {
  ALL_SITES,
  createCompositionDaysCsv,
  createDayCompositionCsv,
  createInsightsFileName,
  describeCarriedForward,
  type InsightsFilter,
  selectTrendDays,
  siteQueryOf,
} from './insights.ts'

interface FiltersProps {
  chosen: InsightsFilter
  sites: readonly Site[]
  /** Present day, such as '2026-01-05'. */
  today: string
}

/** Filters of the insights page: a site, and a recorded day. */
export function InsightsFilters({ chosen, sites, today }: FiltersProps) {
  const { siteId, date, chooseSite, chooseDate } = chosen
  const [turned, setTurned] = useState<string | null>(null)
  const { data: latest } = useCompositionDaysQuery(siteQueryOf(siteId))
  const month = turned ?? monthOf(date ?? latest?.days.at(-1)?.date ?? today)
  const { currentData } = useCompositionDaysQuery({ ...siteQueryOf(siteId), ...calendarRangeOf(month), limit: 31 })
  const [ask] = useLazyCompositionDaysQuery()

  async function refuse(day: string): Promise<string | null> {
    const { data } = await ask({ ...siteQueryOf(siteId), from: day, to: day })
    if (!data) return t`This day could not be checked. Try again in a moment.`
    return data.days.length > 0 ? null : t`No records on this day.`
  }

  return (
    <div className={classes.filters}>
      <DateField
        label={t`Analysis Date`}
        value={date}
        choose={(day) => {
          chooseDate(day)
          setTurned(null)
        }}
        refuse={refuse}
        month={month}
        show={setTurned}
        available={currentData && new Set(currentData.days.map((day) => day.date))}
        none={t`This month has no records.`}
      />
      <NativeSelect
        label={t`Site Filter`}
        size="md"
        value={siteId}
        data={[{ value: ALL_SITES, label: t`All Sites` }, ...sites.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => chooseSite(event.currentTarget.value)}
      />
    </div>
  )
}

const MaterialPie = lazyWithRetry(async () => (await import('./insight-charts.tsx')).MaterialPie)
const DayPictures = lazyWithRetry(async () => (await import('../visual-analysis.tsx')).DayPictures)
const WeightByDay = lazyWithRetry(async () => (await import('./insight-charts.tsx')).WeightByDayChart)
const CompositionByDay = lazyWithRetry(async () => (await import('./insight-charts.tsx')).CompositionByDayChart)

interface TrendProps {
  siteId: string
  /** Name of the chosen site, or 'All Sites'. */
  where: string
  /** Returns a site's name. */
  nameOf(siteId: string): string
}

/** Panel "Trend Analysis": compositions of the 30 days up to the newest record. */
export function CompositionTrendPanel({ siteId, where, nameOf }: TrendProps) {
  const { currentData, error, isFetching, refetch } = useCompositionDaysQuery(siteQueryOf(siteId), {
    refetchOnMountOrArgChange: true,
  })
  useRefetchOnRoomChange('sites', refetch)
  const title = t`Trend Analysis (30 Days)`
  const part = useRef<HTMLElement>(null)
  const days = selectTrendDays(currentData?.days ?? [])
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  const loading = <LoadingText title={t`Analyzing Trends...`} text={t`Processing historical data patterns`} />
  return (
    <section ref={part} className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {title}
          <span className={classes.note}>{t`The 30 days up to the latest record · ${where}`}</span>
        </h2>
        <SimulatedBadge of={days.find(({ simulated }) => simulated)} />
        {first && last && (
          <ExportButtons
            title={`${title}, ${where}`}
            name={createInsightsFileName('trend', where, first, last)}
            csv={() => createCompositionDaysCsv(where, days, nameOf)}
            part={part}
          />
        )}
      </div>
      {error && !currentData && !isFetching ? (
        <Panel title={t`Weight Trend and Composition Trend`}>
          <ErrorState message={t`The trend could not be loaded.`} retry={() => void refetch()} />
        </Panel>
      ) : !currentData ? (
        <Panel title={t`Weight Trend and Composition Trend`} busy>
          {loading}
        </Panel>
      ) : days.length === 0 ? (
        <Panel title={t`Weight Trend and Composition Trend`}>
          <EmptyState icon={IconChartLine} title={t`No Trend Data Available`}>
            <Trans>Insufficient historical data to generate trends.</Trans>
          </EmptyState>
        </Panel>
      ) : (
        <Suspense fallback={loading}>
          <div className={classes.charts}>
            <WeightByDay title={t`Weight Trend`} days={days} nameOf={nameOf} />
            <CompositionByDay title={t`Composition Trend`} days={days} nameOf={nameOf} />
          </div>
        </Suspense>
      )}
    </section>
  )
}
const PIE_HEIGHT = 300
/** Approximate height of a picture in px. */
const PICTURE_HEIGHT = 364

interface CompositionOfDayProps {
  siteId: string
  /** Name of the chosen site, or 'All Sites'. */
  where: string
  date: string
  /** Returns a site's name. */
  nameOf(siteId: string): string
}

/** Panel with a day's composition: pie chart, table and total. */
export function CompositionOfDay({ siteId, where, date, nameOf }: CompositionOfDayProps) {
  const { currentData, error, isFetching, refetch } = useCompositionDaysQuery(
    { ...siteQueryOf(siteId), from: date, to: date, records: '1' },
    { refetchOnMountOrArgChange: true },
  )
  useRefetchOnRoomChange('sites', refetch)
  const part = useRef<HTMLElement>(null)
  const day = currentData?.days[0]
  const title = t`Composition Analysis - ${{ day: formatCalendarDay(date) }}`
  const known = isKnownComposition(day?.composition)
  const carried = day && describeCarriedForward(day, nameOf)
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
            name={createInsightsFileName('composition', where, date)}
            csv={() => createDayCompositionCsv(where, day)}
            part={part}
          />
        )
      }
    >
      <p className={classes.lead}>
        <span>{siteId === ALL_SITES ? t`Aggregated across all sites` : t`For ${where}`}</span>
        {carried && (
          <>
            {' · '}
            <span>{t`Earlier records used: ${carried}`}</span>
          </>
        )}
      </p>
      {error && !currentData && !isFetching ? (
        <ErrorState message={t`The composition of this day could not be loaded.`} retry={() => void refetch()} />
      ) : !currentData ? (
        <LoadingText title={t`Analyzing Waste Composition...`} text={t`Running AI analysis on selected date`} />
      ) : day && known ? (
        <>
          <Breakdown day={day} />
          {day.records?.some(({ image_url }) => image_url) && (
            <DeferredContent height={PICTURE_HEIGHT}>
              <DayPictures records={day.records} all={siteId === ALL_SITES} />
            </DeferredContent>
          )}
        </>
      ) : (
        <EmptyState icon={IconDatabaseOff} title={t`No Data Available`}>
          <Trans>No waste composition data found for the selected date and site.</Trans>
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
        <h3 className={classes.heading}>
          <Trans>Material Breakdown</Trans>
        </h3>
        <Suspense fallback={<Skeleton height={PIE_HEIGHT} />}>
          <MaterialPie composition={composition} tonnes={totalWeight} height={PIE_HEIGHT} />
        </Suspense>
      </div>
      <div>
        <h3 className={classes.heading}>
          <Trans>Total Weight</Trans> <SimulatedBadge of={day} />
        </h3>
        <p className={classes.total}>{formatTonnesTenths(totalWeight)}</p>
        <MaterialRows label={t`Materials`} composition={composition} tonnes={totalWeight} />
      </div>
    </div>
  )
}

/** Text shown while figures load; it takes the same space as the figures. */
function LoadingText({ title, text }: { title: string; text: string }) {
  return (
    <output className={classes.waiting}>
      <Loader size={28} aria-hidden="true" />
      <b>{title}</b>
      <span>{text}</span>
    </output>
  )
}

interface SiteCardsProps {
  sites: readonly Site[]
  /** Returns the deliveries on the way to a site; undefined while unknown. */
  incoming(siteId: string): number | undefined
  /** Id of the site whose deliveries are listed. */
  open: string | null
  toggle(siteId: string): void
}

/** React keys of the placeholder cards, one per card. */
const SKELETON_CARDS = [1, 2]

/** Placeholder of the sites' cards, with the height of the cards at any screen width. */
export const SiteCardsSkeleton = () => (
  <ul className={classes.cards} aria-hidden="true">
    {SKELETON_CARDS.map((place) => (
      <li key={place}>
        <Skeleton className={classes.place} />
      </li>
    ))}
  </ul>
)

const countText = (count: number | undefined) => (count === undefined ? '–' : formatNumber(count))

/**
 * Cards of sites with load and incoming deliveries.
 * A press lists the deliveries.
 */
export function SiteCards({ sites, incoming, open, toggle }: SiteCardsProps) {
  return (
    <ul className={classes.cards} aria-label={t`Sites`}>
      {sites.map((site) => (
        <li key={site.id}>
          <UnstyledButton
            className={classes.card}
            data-site={site.id}
            aria-expanded={open === site.id}
            onClick={() => toggle(site.id)}
          >
            <span className={classes.words}>
              <span className={classes.name}>
                <span>{site.name}</span> <SimulatedBadge of={site} />
              </span>
            </span>
            <span className={classes.figures}>
              <SiteFigure
                name={t`Current Capacity`}
                value={formatKg(site.currentCapacity * 1_000)}
                note={formatTonnes(site.currentCapacity)}
              />
              <SiteFigure name={t`Incoming Deliveries`} value={countText(incoming(site.id))} />
            </span>
          </UnstyledButton>
          <p className={classes.location}>
            <IconMapPin size={16} aria-hidden="true" /> <span>{site.location}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function SiteFigure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <span className={classes.figure}>
      <span className={classes.label}>{name}</span>
      <span className={classes.value}>{value}</span>
      {note && <span className={classes.label}>{note}</span>}
    </span>
  )
}
