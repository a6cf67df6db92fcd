/** Export buttons of a chart of current figures: table for spreadsheets, and picture. */
import type { RefObject } from 'react'
import { dayIn } from '#rules/city-time.ts'
import { ExportButtons } from '#web/calls/export-buttons.tsx'
import type { BarChartProps } from '#web/charts/bar-chart.tsx'
import { useCityWords } from '#web/format/city-words.ts'
import { csvOf } from '#web/format/csv.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { chartName } from './exported-chart.tsx'

const MINUTE_MS = 60_000

type Amounts = Pick<BarChartProps, 'category' | 'unit' | 'data'>

/** Returns one row per amount. */
export const amountsCsv = ({ category, unit, data }: Amounts) =>
  csvOf(
    [category.toLowerCase(), unit.many],
    data.map(({ label, value }) => [label, value]),
  )

interface ExportsOfNowProps {
  chart: Amounts & { title: string }
  part: RefObject<HTMLElement | null>
}

export function ExportsOfNow({ chart, part }: ExportsOfNowProps) {
  const { timeZone } = useCityWords()
  const today = dayIn(timeZone, new Date(useNow(MINUTE_MS)).toISOString())
  const { title } = chart
  return <ExportButtons title={title} name={chartName(title, [today])} csv={() => amountsCsv(chart)} part={part} />
}
