/** Panel with a bar chart of amounts, each with its figure above. */
import type { ReactNode } from 'react'
import { BarDrawing } from './bar-drawing.tsx'
import { amountScale } from './bar-scale.ts'
import type { Unit } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ShareTable, type ShareTableProps } from './share-table.tsx'

const HEIGHT = 260

export interface BarChartProps extends ShareTableProps {
  unit: Unit
  /** Source of the figures. */
  source?: string
  /** Actions beside the source. */
  aside?: ReactNode
}

export function BarChart(props: BarChartProps) {
  const { title, source, aside, data, unit } = props
  return (
    <ChartFrame title={title} source={source} aside={aside} table={<ShareTable {...props} />}>
      <BarDrawing title={title} data={data} scale={amountScale(data, unit)} height={HEIGHT} />
    </ChartFrame>
  )
}
