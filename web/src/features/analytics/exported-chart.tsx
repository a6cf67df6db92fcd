/** Daily chart with exports as a table for spreadsheets and as a picture. */
import { useRef } from 'react'
import { csvOf } from '#web/lib/format/names.ts'
import { DayBars } from '#web/ui/charts/day-bars.tsx'
import { DayChart, type DayChartProps } from '#web/ui/charts/day-chart.tsx'
import { ExportButtons } from '#web/ui/downloads.tsx'

export interface ExportedChartProps extends Omit<DayChartProps, 'aside'> {
  /** Bars for counts, lines for rates. */
  kind: 'bars' | 'lines'
}

/** Returns one row per day; unknown figures are empty. */
export const chartCsv = ({ days, series }: Pick<DayChartProps, 'days' | 'series'>) =>
  csvOf(
    ['date', ...series.map(({ key }) => key)],
    days.map((day, index) => [day, ...series.map(({ values }) => values[index] ?? null)]),
  )

/** Returns a file name: 'fuel-by-day-2026-01-05-to-2026-02-03', for one day 'trucks-by-state-2026-01-05'. */
export const chartName = (title: string, days: readonly string[]) =>
  [
    title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
    days[0],
    ...(days.length > 1 ? ['to', days.at(-1)] : []),
  ].join('-')

export function ExportedChart({ kind, ...chart }: ExportedChartProps) {
  const part = useRef<HTMLDivElement>(null)
  const { title, days } = chart
  const Chart = kind === 'bars' ? DayBars : DayChart
  return (
    <div ref={part}>
      <Chart
        {...chart}
        aside={<ExportButtons title={title} name={chartName(title, days)} csv={() => chartCsv(chart)} part={part} />}
      />
    </div>
  )
}
