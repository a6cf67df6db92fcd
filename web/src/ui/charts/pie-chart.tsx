/** Panel with a pie chart of shares. */
import type { ReactNode } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import { PieDrawing } from './pie-drawing.tsx'
import { ShareTable, type ShareTableProps } from './share-table.tsx'

const HEIGHT = 260

export interface PieChartProps extends ShareTableProps {
  /** Source of the figures. */
  source?: string
  /** Actions beside the source. */
  aside?: ReactNode
}

export function PieChart(props: PieChartProps) {
  return (
    <ChartFrame title={props.title} source={props.source} aside={props.aside} table={<ShareTable {...props} />}>
      <PieDrawing {...props} height={HEIGHT} />
    </ChartFrame>
  )
}
