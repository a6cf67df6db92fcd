/** Daily charts of the analytics dashboard: bars for counts, lines for rates; loaded lazily. */
import type { FuelAnalytics } from '#contract/views.ts'
import { LATE_DAYS, LATE_HOURS } from '#domain/lateness.ts'
import { series } from '#web/ui/charts/chart-data.ts'
import { axisOfMoney, cedi, count, durationText, efficiencies, kmPerLitre, litres } from './analytics-words.ts'
import { ExportedChart } from './exported-chart.tsx'

interface PerformanceByDayProps {
  title: string
  source: string
  days: FuelAnalytics['performance']['days']
}

export function ReportsByDay({ title, source, days }: PerformanceByDayProps) {
  return (
    <ExportedChart
      kind="bars"
      title={title}
      axis="Number of reports"
      source={source}
      days={days.map(({ date }) => date)}
      series={[
        { key: 'reports', label: 'Reports', color: series(2), values: days.map(({ reports }) => reports) },
        { key: 'collected', label: 'Collected', color: series(0), values: days.map(({ collected }) => collected) },
      ]}
      write={count}
    />
  )
}

export function WaitByDay({ title, source, days }: PerformanceByDayProps) {
  return (
    <ExportedChart
      kind="lines"
      levels
      title={title}
      axis="Hours"
      source={source}
      days={days.map(({ date }) => date)}
      series={[{ key: 'hours', label: 'Median', color: series(0), values: days.map((day) => day.medianHours) }]}
      threshold={{ value: LATE_HOURS, label: `Late: ${LATE_DAYS} days` }}
      write={durationText}
    />
  )
}

interface FuelByDayProps {
  title: string
  source: string
  days: FuelAnalytics['days']
}

export function LitresByDay({ title, source, days }: FuelByDayProps) {
  return (
    <ExportedChart
      kind="bars"
      title={title}
      axis="Litres"
      source={source}
      days={days.map(({ date }) => date)}
      series={[{ key: 'litres', label: 'Fuel', color: series(2), values: days.map((day) => day.litres) }]}
      write={litres}
    />
  )
}

export function CostByDay({ title, source, days }: FuelByDayProps) {
  return (
    <ExportedChart
      kind="bars"
      title={title}
      axis={axisOfMoney()}
      source={source}
      days={days.map(({ date }) => date)}
      series={[{ key: 'cost', label: 'Cost', color: series(1), values: days.map((day) => day.cost) }]}
      write={cedi}
    />
  )
}

export function EfficiencyByDay({ title, source, days }: FuelByDayProps) {
  return (
    <ExportedChart
      kind="lines"
      levels
      title={title}
      axis="km per litre"
      source={source}
      days={days.map(({ date }) => date)}
      series={[{ key: 'km_per_litre', label: 'Fuel efficiency', color: series(0), values: efficiencies(days) }]}
      write={kmPerLitre}
    />
  )
}
