/** Bar chart of current figures with export buttons. */
import { useRef } from 'react'
import { BarChart, type BarChartProps } from '#web/ui/charts/share-drawings.tsx'
import { CurrentExports } from './current-exports.tsx'

export function ExportedBars(chart: Omit<BarChartProps, 'aside'>) {
  const part = useRef<HTMLDivElement>(null)
  return (
    <div ref={part}>
      <BarChart {...chart} aside={<CurrentExports chart={chart} part={part} />} />
    </div>
  )
}
