/** The drawings of shares and their tables, whose code comes after their figures stand. */
import { BarDrawing } from './bar-drawing.tsx'
import { shareScale } from './bar-scale.ts'
import type { Datum } from './chart-data.ts'

export { PieDrawing } from './pie-drawing.tsx'
export { ShareTable } from './share-table.tsx'

interface ShareBarDrawingProps {
  title: string
  data: readonly Datum[]
  axis: string
  height: number
}

export function ShareBarDrawing({ title, data, axis, height }: ShareBarDrawingProps) {
  return <BarDrawing title={title} data={data} scale={shareScale(data, axis)} height={height} />
}
