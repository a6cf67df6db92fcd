/** Bars of how things stand now, with the buttons that keep them: as a table for spreadsheets, and as a picture. */
import { useRef } from 'react'
import { dayIn } from '#rules/city-time.ts'
import { ExportButtons } from '#web/calls/export-buttons.tsx'
import { BarChart, type BarChartProps } from '#web/charts/bar-chart.tsx'
import { useCityWords } from '#web/format/city-words.ts'
import { csvOf } from '#web/format/csv.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { chartName } from './exported-chart.tsx'

const MINUTE_MS = 60_000

/** A row a bar. */
export const barsCsv = ({ category, unit, data }: Pick<BarChartProps, 'category' | 'unit' | 'data'>) =>
  csvOf(
    [category.toLowerCase(), unit.many],
    data.map(({ label, value }) => [label, value]),
  )

export function ExportedBars(chart: Omit<BarChartProps, 'aside'>) {
  const part = useRef<HTMLDivElement>(null)
  const { timeZone } = useCityWords()
  const today = dayIn(timeZone, new Date(useNow(MINUTE_MS)).toISOString())
  const { title } = chart
  return (
    <div ref={part}>
      <BarChart
        {...chart}
        aside={<ExportButtons title={title} name={chartName(title, [today])} csv={() => barsCsv(chart)} part={part} />}
      />
    </div>
  )
}
