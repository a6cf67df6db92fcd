/** Amounts as the shares of a whole, a pie in a panel of its own. */
import type { ReactNode } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import { PieDrawing } from './pie-drawing.tsx'
import { ShareTable, type ShareTableProps } from './share-table.tsx'

const HEIGHT = 260

export interface PieChartProps extends ShareTableProps {
  /** Where the figures come from. */
  source?: string
  /** What can be done with the chart. */
  aside?: ReactNode
}

export function PieChart(props: PieChartProps) {
  return (
    <ChartFrame title={props.title} source={props.source} aside={props.aside} table={<ShareTable {...props} />}>
      <PieDrawing {...props} height={HEIGHT} />
    </ChartFrame>
  )
}
