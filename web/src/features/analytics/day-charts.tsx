/** The charts by day of the analytics dashboard; what they are drawn with comes when they are wanted. */
import type { FuelAnalytics } from '#contract/views.ts'
import { series } from '#web/charts/chart-data.ts'
import { DayChart } from '#web/charts/day-chart.tsx'
import { axisOfMoney, cedi, count, litres } from './analytics-words.ts'

export function ReportsByDay({ title, days }: { title: string; days: FuelAnalytics['performance']['days'] }) {
  return (
    <DayChart
      title={title}
      axis="Number of reports"
      source="Source: residents’ reports and their collection, counted."
      days={days.map(({ date }) => date)}
      series={[
        { key: 'reports', label: 'Reports', color: series(2), values: days.map(({ reports }) => reports) },
        { key: 'collected', label: 'Collected', color: series(0), values: days.map(({ collected }) => collected) },
      ]}
      write={count}
    />
  )
}

interface FuelByDayProps {
  title: string
  days: FuelAnalytics['days']
}

export function LitresByDay({ title, days }: FuelByDayProps) {
  return (
    <DayChart
      title={title}
      axis="Litres"
      source="Source: logged trips, litres burnt; refuelling is not counted."
      days={days.map(({ date }) => date)}
      series={[{ key: 'litres', label: 'Fuel', color: series(2), values: days.map((day) => day.litres) }]}
      write={litres}
    />
  )
}

export function CostByDay({ title, days }: FuelByDayProps) {
  return (
    <DayChart
      title={title}
      axis={axisOfMoney()}
      source="Source: logged trips, at the price of their day."
      days={days.map(({ date }) => date)}
      series={[{ key: 'cost', label: 'Cost', color: series(1), values: days.map((day) => day.cost) }]}
      write={cedi}
    />
  )
}
