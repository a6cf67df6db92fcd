/** Amounts as the shares of a whole, a pie in a panel of its own. */
import { ChartFrame } from './chart-frame.tsx'
import { PieDrawing } from './pie-drawing.tsx'
import { ShareTable, type ShareTableProps } from './share-table.tsx'

const HEIGHT = 260

export interface PieChartProps extends ShareTableProps {
  /** Where the figures come from. */
  source?: string
}

export function PieChart(props: PieChartProps) {
  return (
    <ChartFrame title={props.title} source={props.source} table={<ShareTable {...props} />}>
      <PieDrawing {...props} height={HEIGHT} />
    </ChartFrame>
  )
}
