/** Pie chart of current figures with export buttons. */
import { useRef } from 'react'
import type { BarChartProps } from '#web/charts/bar-chart.tsx'
import { PieChart } from '#web/charts/pie-chart.tsx'
import { ExportsOfNow } from './exports-of-now.tsx'

export function ExportedPie(chart: Omit<BarChartProps, 'aside'>) {
  const part = useRef<HTMLDivElement>(null)
  return (
    <div ref={part}>
      <PieChart {...chart} aside={<ExportsOfNow chart={chart} part={part} />} />
    </div>
  )
}
