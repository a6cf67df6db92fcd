/** Export buttons of a chart of current figures: table for spreadsheets, and picture. */
import type { RefObject } from 'react'
import { dayIn } from '#domain/city-time.ts'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { csvOf } from '#web/lib/format/names.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import type { BarChartProps } from '#web/ui/charts/share-drawings.tsx'
import { ExportButtons } from '#web/ui/downloads.tsx'
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

export function CurrentExports({ chart, part }: ExportsOfNowProps) {
  const { timeZone } = useCityTerms()
  const today = dayIn(timeZone, new Date(useNow(MINUTE_MS)).toISOString())
  const { title } = chart
  return <ExportButtons title={title} name={chartName(title, [today])} csv={() => amountsCsv(chart)} part={part} />
}
