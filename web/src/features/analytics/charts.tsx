/** Charts of the analytics dashboard with export buttons, loaded lazily. */

import { t } from '@lingui/core/macro'
import { type RefObject, useRef } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import { localDayOf } from '#domain/city-time.ts'
import { LATE_REPORT_DAYS, LATE_REPORT_HOURS } from '#domain/report-rules.ts'
import { csvOf } from '#web/lib/format/names.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { seriesColourOf } from '#web/ui/charts/chart-data.ts'
import { DayBars, DayChart, type DayChartProps } from '#web/ui/charts/day-chart.tsx'
import { BarChart, type BarChartProps, PieChart } from '#web/ui/charts/share-drawings.tsx'
import { ExportButtons } from '#web/ui/downloads.tsx'
import {
  dailyEfficienciesOf,
  formatCount,
  formatKmPerLitre,
  formatLitres,
  formatMoney,
  formatWaitDuration,
  getMoneyAxisTitle,
} from './analytics.tsx'

interface ExportedChartProps extends Omit<DayChartProps, 'aside'> {
  /** Draws counts as bars and rates as lines. */
  kind: 'bars' | 'lines'
}

/** Returns a CSV with a row per day; unknown figures are empty. */
export const createChartCsv = ({ days, series }: Pick<DayChartProps, 'days' | 'series'>) =>
  csvOf(
    ['date', ...series.map(({ key }) => key)],
    days.map((day, index) => [day, ...series.map(({ values }) => values[index] ?? null)]),
  )

/**
 * Returns a file name such as 'fuel-by-day-2026-01-05-to-2026-02-03'.
 * Names a single day once.
 */
export const chartFileNameOf = (title: string, days: readonly string[]) =>
  [
    title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
    days[0],
    ...(days.length > 1 ? ['to', days.at(-1)] : []),
  ].join('-')

/** Daily chart with CSV and picture export buttons. */
export function ExportableDayChart({ kind, ...chart }: ExportedChartProps) {
  const part = useRef<HTMLDivElement>(null)
  const { title, days } = chart
  const Chart = kind === 'bars' ? DayBars : DayChart
  return (
    <div ref={part}>
      <Chart
        {...chart}
        aside={
          <ExportButtons
            title={title}
            name={chartFileNameOf(title, days)}
            csv={() => createChartCsv(chart)}
            part={part}
          />
        }
      />
    </div>
  )
}

const MINUTE_MS = 60_000

type Amounts = Pick<BarChartProps, 'category' | 'unit' | 'data'>

/** Returns a bar chart's values as CSV, with one row per bar. */
export const createAmountsCsv = ({ category, unit, data }: Amounts) =>
  csvOf(
    [category.toLowerCase(), unit],
    data.map(({ label, value }) => [label, value]),
  )

interface ExportsOfNowProps {
  chart: Amounts & { title: string }
  part: RefObject<HTMLElement | null>
}

/**
 * Buttons that export a chart as CSV and picture.
 * File names contain today's date.
 */
function CurrentExports({ chart, part }: ExportsOfNowProps) {
  const { timeZone } = useCitySettings()
  const today = localDayOf(timeZone, new Date(useNow(MINUTE_MS)).toISOString())
  const { title } = chart
  return (
    <ExportButtons
      title={title}
      name={chartFileNameOf(title, [today])}
      csv={() => createAmountsCsv(chart)}
      part={part}
    />
  )
}

/** Bar chart of present figures, with buttons to export them. */
export function ExportableBarChart(chart: Omit<BarChartProps, 'aside'>) {
  const part = useRef<HTMLDivElement>(null)
  return (
    <div ref={part}>
      <BarChart {...chart} aside={<CurrentExports chart={chart} part={part} />} />
    </div>
  )
}

/** Pie chart of current figures, with buttons that export the chart. */
export function ExportablePieChart(chart: Omit<BarChartProps, 'aside'>) {
  const part = useRef<HTMLDivElement>(null)
  return (
    <div ref={part}>
      <PieChart {...chart} aside={<CurrentExports chart={chart} part={part} />} />
    </div>
  )
}

interface PerformanceByDayProps {
  title: string
  source: string
  days: FuelAnalytics['performance']['days']
}

/** Daily charts of the dashboard: bars for counts, lines for rates. */
export function ReportsByDayChart({ title, source, days }: PerformanceByDayProps) {
  return (
    <ExportableDayChart
      kind="bars"
      title={title}
      axis={t`Number of reports`}
      source={source}
      days={days.map(({ date }) => date)}
      series={[
        { key: 'reports', label: t`Reports`, color: seriesColourOf(2), values: days.map(({ reports }) => reports) },
        {
          key: 'collected',
          label: t`Collected`,
          color: seriesColourOf(0),
          values: days.map(({ collected }) => collected),
        },
      ]}
      write={formatCount}
    />
  )
}

export function WaitByDayChart({ title, source, days }: PerformanceByDayProps) {
  return (
    <ExportableDayChart
      kind="lines"
      levels
      title={title}
      axis={t`Hours`}
      source={source}
      days={days.map(({ date }) => date)}
      series={[
        { key: 'hours', label: t`Median`, color: seriesColourOf(0), values: days.map((day) => day.medianHours) },
      ]}
      threshold={{ value: LATE_REPORT_HOURS, label: t`Late after ${LATE_REPORT_DAYS} days` }}
      write={formatWaitDuration}
    />
  )
}

interface FuelByDayProps {
  title: string
  source: string
  days: FuelAnalytics['days']
}

export function LitresByDayChart({ title, source, days }: FuelByDayProps) {
  return (
    <ExportableDayChart
      kind="bars"
      title={title}
      axis={t`Litres`}
      source={source}
      days={days.map(({ date }) => date)}
      series={[{ key: 'litres', label: t`Fuel`, color: seriesColourOf(2), values: days.map((day) => day.litres) }]}
      write={formatLitres}
    />
  )
}

export function CostByDayChart({ title, source, days }: FuelByDayProps) {
  return (
    <ExportableDayChart
      kind="bars"
      title={title}
      axis={getMoneyAxisTitle()}
      source={source}
      days={days.map(({ date }) => date)}
      series={[{ key: 'cost', label: t`Cost`, color: seriesColourOf(1), values: days.map((day) => day.cost) }]}
      write={formatMoney}
    />
  )
}

export function EfficiencyByDayChart({ title, source, days }: FuelByDayProps) {
  return (
    <ExportableDayChart
      kind="lines"
      levels
      title={title}
      axis={t`km per litre`}
      source={source}
      days={days.map(({ date }) => date)}
      series={[
        { key: 'km_per_litre', label: t`Fuel efficiency`, color: seriesColourOf(0), values: dailyEfficienciesOf(days) },
      ]}
      write={formatKmPerLitre}
    />
  )
}
