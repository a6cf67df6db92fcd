/** Pie chart of current figures with export buttons. */
import { useRef } from 'react'
import { type BarChartProps, PieChart } from '#web/ui/charts/share-drawings.tsx'
import { CurrentExports } from './current-exports.tsx'

export function ExportedPie(chart: Omit<BarChartProps, 'aside'>) {
  const part = useRef<HTMLDivElement>(null)
  return (
    <div ref={part}>
      <PieChart {...chart} aside={<CurrentExports chart={chart} part={part} />} />
    </div>
  )
}
