/** A pie with a label beside each slice. */

import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { Arc } from '@visx/shape'
import { ChartMarks } from './bar-drawing.tsx'
import { amount, amountFigure, type Datum, shareTexts, type Unit } from './chart-data.ts'
import { type Label, labelsOf, type Slice, slicesOf, textWidth } from './chart-geometry.ts'
import classes from './charts.module.css'

/** Height of a label: two lines of small text, in px. */
const LABEL_GAP = 40
/** Distance from pie to label and from label to edge, in px. */
const ARM = 12
const EDGE = 6
/** Space above and below the pie, in px. */
const MARGIN = 26

export interface PieDrawingProps {
  title: string
  data: readonly Datum[]
  /** Unit of amounts in the labels; without it they show shares only. */
  unit?: Unit
  height: number
}

export function PieDrawing(props: PieDrawingProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  return (
    <div ref={parentRef} style={{ height: props.height }}>
      {width > 0 && <Pie {...props} width={width} />}
    </div>
  )
}

function Pie({ title, data, unit, width, height }: PieDrawingProps & { width: number }) {
  const values = data.map(({ value }) => value)
  const shares = shareTexts(values)
  const figures = values.map((value, index) => `${unit ? `${amountFigure(value)} · ` : ''}${shares[index]}`)
  const labelWidth = Math.max(0, ...data.flatMap(({ label }, index) => [label, figures[index]!]).map(textWidth))
  const radius = Math.max(32, Math.min(height / 2 - MARGIN, width / 2 - labelWidth - ARM - EDGE))
  const slices = slicesOf(values)
  const marks = slices.map(({ index, start, end }) => {
    const { key, label, value } = data[index]!
    const middle = (start + end) / 2
    const x = width / 2 + Math.sin(middle) * radius * 0.7
    const y = height / 2 - Math.cos(middle) * radius * 0.7
    return { key, text: `${label}: ${unit ? `${amount(value, unit)}, ` : ''}${shares[index]}`, at: { x, y } }
  })
  return (
    <ChartMarks
      label={`${title}, a pie chart in ${unit?.many ?? 'percent'}`}
      width={width}
      height={height}
      marks={marks}
      draw={(n) => (
        <Group top={height / 2} left={width / 2}>
          <PieSlice slice={slices[n]!} radius={radius} color={data[slices[n]!.index]!.color} />
        </Group>
      )}
    >
      <Group top={height / 2} left={width / 2}>
        {labelsOf(slices, radius, LABEL_GAP, height).map((label) => {
          const { key, label: name } = data[label.index]!
          return <SliceLabel key={key} label={label} radius={radius} name={name} figure={figures[label.index]!} />
        })}
      </Group>
    </ChartMarks>
  )
}

function PieSlice({ slice, radius, color }: { slice: Slice; radius: number; color: string }) {
  return (
    <Arc
      startAngle={slice.start}
      endAngle={slice.end}
      innerRadius={radius * 0.55}
      outerRadius={radius}
      fill={color}
      className={classes.slice!}
    />
  )
}

function SliceLabel({ label, radius, name, figure }: { label: Label; radius: number; name: string; figure: string }) {
  const direction = label.side === 'right' ? 1 : -1
  const x = direction * (radius + ARM)
  const anchor = label.side === 'right' ? 'start' : 'end'
  return (
    <>
      <polyline
        className={classes.arm}
        points={`${label.rim.x},${label.rim.y} ${x - direction * 4},${label.y} ${x},${label.y}`}
      />
      <text x={x + direction * 4} y={label.y - 3} textAnchor={anchor} className={classes.name}>
        {name}
      </text>
      <text x={x + direction * 4} y={label.y + 14} textAnchor={anchor} className={classes.figure}>
        {figure}
      </text>
    </>
  )
}
