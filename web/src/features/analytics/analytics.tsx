/**
 * Figures of the analytics dashboard: endpoints, periods, calculation and formats.
 * Also the row of figures, and chart placeholders.
 */

import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import type { QueryOf } from '#contract/endpoints.ts'
import type { FuelAnalytics, Vehicle } from '#contract/views.ts'
import type { VehicleStatus } from '#domain/city.ts'
import { api } from '#web/lib/api/api.ts'
import { defineFile, defineQuery } from '#web/lib/api/request.ts'
import { formatHundredths, formatOneDecimal, formatWhole, withUnit } from '#web/lib/format/numbers.ts'
import { getCitySettings, withCurrency } from '#web/lib/format/times.ts'
import { TableSwitch } from '#web/ui/charts/chart-frame.tsx'
import { unbrokenRunsOf } from '#web/ui/charts/chart-geometry.ts'
import charts from '#web/ui/charts/charts.module.css'
import { ExportButtons } from '#web/ui/downloads.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/states.tsx'
import classes from './analytics.module.css'

export type AnalyticsPeriod = QueryOf<'fuelAnalytics'>['period']

export const getPeriodLabels = (): Record<AnalyticsPeriod, string> => ({
  7: t`Last 7 Days`,
  30: t`Last 30 Days`,
  90: t`Last 90 Days`,
})

/** Returns the period in an address; 7 days if there is none. */
export function periodOf(asked: string | null): AnalyticsPeriod {
  return asked !== null && Object.hasOwn(getPeriodLabels(), asked) ? (asked as AnalyticsPeriod) : '7'
}

/** Estimates the routes for open reports: one per three, rounded up. */
export const estimateActiveRoutes = (reports: number) => Math.ceil(reports / 3)

/**
 * Returns the text that explains the estimated number of routes.
 * The text also gives the number of routes in progress.
 */
export const describeActiveRoutes = (reports: number | undefined, underWay: number | undefined) =>
  t`Estimate: ${{ reports: formatCount(reports) }} open reports ÷ 3. Routes in progress now: ${{ routes: formatCount(underWay) }}`

/** Returns km per litre; null if no fuel was consumed. */
export function fuelEfficiencyOf({
  total_distance: km,
  total_fuel_consumed: litres,
}: Pick<FuelAnalytics['summary'], 'total_distance' | 'total_fuel_consumed'>): number | null {
  return litres > 0 ? km / litres : null
}

/** Returns km per litre by day, rounded to hundredths; null without consumption. */
export const dailyEfficienciesOf = (days: FuelAnalytics['days']) =>
  days.map(({ distance, litres }) => (litres > 0 ? Math.round((distance / litres) * 100) / 100 : null))

/** Formats an amount with its unit, or '–' if unknown. */
const orUnknown = (write: (value: number) => string) => (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : write(value)

export const formatCount = orUnknown(formatWhole)
export const formatLitres = orUnknown((value) => withUnit(formatOneDecimal(value), 'L'))
export const formatKm = orUnknown((value) => withUnit(formatOneDecimal(value), 'km'))
export const formatKmPerLitre = orUnknown((value) => withUnit(formatHundredths(value), 'km/L'))
export const formatMoney = orUnknown((value) => withCurrency(formatHundredths(value)))
export const formatMoneyPerKm = orUnknown((value) => `${withCurrency(formatHundredths(value))}/km`)

/** Formats hours as '31.5 h', from two days on as '2.6 days'. */
export const formatWaitDuration = orUnknown((value) =>
  value < 48 ? withUnit(formatOneDecimal(value), 'h') : t`${{ days: formatOneDecimal(value / 24) }} days`,
)

/** Returns text such as '12 % more than in the 7 days before'. */
export function describeComparedFigures(
  now: number | null | undefined,
  before: number | null | undefined,
  days: number,
): string {
  if (now === null || now === undefined || before === null || before === undefined)
    return t`No data for the ${days} days before`
  if (before === 0 && now > 0) return t`None in the ${days} days before`
  if (before === 0) return t`Same as in the ${days} days before`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return t`Same as in the ${days} days before`
  const change = withUnit(formatWhole(percent), '%')
  return now > before
    ? t`${change} more than in the ${days} days before`
    : t`${change} less than in the ${days} days before`
}

/** Labels and colours of the truck states. */
export const getTruckStateLegend = (): Record<VehicleStatus, { label: string; color: string }> => ({
  available: { label: t`Available`, color: 'var(--ws-status-done)' },
  scheduled: { label: t`Scheduled`, color: 'var(--ws-status-new)' },
  'on-route': { label: t`On Route`, color: 'var(--ws-status-progress)' },
  'in-transit': { label: t`In Transit to Site`, color: 'var(--ws-status-progress)' },
  maintenance: { label: t`Maintenance`, color: 'var(--ws-field-border)' },
})

/** Returns the number of trucks in each state, also if zero. */
export function countTrucksByState(fleet: readonly Pick<Vehicle, 'status'>[]) {
  return Object.entries(getTruckStateLegend()).map(([key, { label, color }]) => ({
    key,
    label,
    color,
    value: fleet.filter(({ status }) => status === key).length,
  }))
}

/** Returns the axis title for costs: 'Cedi (GH₵)', or another currency's code. */
export function getMoneyAxisTitle(): string {
  const { code, symbol } = getCitySettings().currency
  return code === 'GHS' ? t`Cedi (${symbol})` : `${code} (${symbol})`
}

/** Endpoints of the analytics dashboard: figures, and the download of trips. */
const calls = api.injectEndpoints({
  endpoints: (build) => ({
    fuelAnalytics: build.query(defineQuery('fuelAnalytics')),
    tripsCsv: build.mutation(defineFile('tripsCsv')),
  }),
})

export const { useFuelAnalyticsQuery, useTripsCsvMutation } = calls

/** Size of a sparkline in px. */
const [SPARKLINE_WIDTH, SPARKLINE_HEIGHT] = [96, 24]

/** Returns an SVG path through the known figures, interrupted at unknown ones. */
export function sparklinePathOf(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(...known, 0)]
  const x = (index: number) => Math.round((index / Math.max(1, values.length - 1)) * SPARKLINE_WIDTH * 10) / 10
  const y = (value: number) =>
    Math.round((SPARKLINE_HEIGHT - 1 - ((value - low) / (high - low || 1)) * (SPARKLINE_HEIGHT - 2)) * 10) / 10
  return unbrokenRunsOf(values)
    .map((run) => {
      const points = run.map(({ index, value }) => `${x(index)} ${y(value)}`)
      // A line of length 0 draws a single figure as a point.
      return `M${points.join('L')}${run.length === 1 ? 'h0' : ''}`
    })
    .join('')
}

function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg
      className={charts.sparkline}
      viewBox={`0 0 ${SPARKLINE_WIDTH} ${SPARKLINE_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparklinePathOf(values)} />
    </svg>
  )
}

interface Figure {
  name: string
  /** Formatted value with its unit; undefined while loading. */
  value: string | undefined
  note: string
  /** Comparison with the previous period; null while loading, undefined without one. */
  against?: string | null
  /**
   * Daily values for a small line chart.
   * Null while loading; undefined for a figure without a chart.
   */
  course?: readonly (number | null)[] | null
}

/** Row of figures with name, explanation, comparison and small line chart. */
export function KeyFigures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(({ name, value, note, against, course }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value ?? <Skeleton height={32} width={96} />}</dd>
          <dd className={classes.note}>{note}</dd>
          {against !== undefined && <dd className={classes.against}>{against}</dd>}
          {course !== undefined && (
            <dd>
              <Sparkline values={course ?? []} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const CHART_HEIGHT = 260
const noElement = { current: null }

/**
 * Placeholder of a chart.
 * Invisible buttons reserve the chart's button space.
 */
export function ChartPlaceholder({ title, source }: { title: string; source: string }) {
  const tableSwitch = (
    <span className={classes.space}>
      <TableSwitch title={title} asTable={false} change={() => {}} />
    </span>
  )
  return (
    <Panel title={title} aside={tableSwitch}>
      <Skeleton height={CHART_HEIGHT} />
      <div className={charts.foot}>
        <p className={charts.source}>{source}</p>
        <span className={classes.space}>
          <ExportButtons title={title} name={title} csv={() => ''} part={noElement} />
        </span>
      </div>
    </Panel>
  )
}

interface EmptyChartProps extends Omit<EmptyStateProps, 'title'> {
  /** Title of the chart. */
  title: string
  /** Title of the empty state, below the chart's title. */
  what: string
}

/** Empty state in place of a chart. */
export function EmptyChart({ title, what, ...state }: EmptyChartProps) {
  return (
    <Panel title={title}>
      <EmptyState {...state} title={what} />
    </Panel>
  )
}
