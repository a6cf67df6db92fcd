/** Bar chart of current figures with export buttons. */
import { useRef } from 'react'
import { BarChart, type BarChartProps } from '#web/charts/bar-chart.tsx'
import { ExportsOfNow } from './exports-of-now.tsx'

export function ExportedBars(chart: Omit<BarChartProps, 'aside'>) {
  const part = useRef<HTMLDivElement>(null)
  return (
    <div ref={part}>
      <BarChart {...chart} aside={<ExportsOfNow chart={chart} part={part} />} />
    </div>
  )
}
