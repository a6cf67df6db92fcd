/** Shares of a whole as a pie, each slice named beside it. */
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { Arc } from '@visx/shape'
import { amount, percent } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartMarks } from './chart-marks.tsx'
import classes from './charts.module.css'
import { type Label, labelsOf, type Slice, slicesOf } from './pie-geometry.ts'
import { ShareTable, type ShareTableProps } from './share-table.tsx'

const HEIGHT = 260
/** Room for a label on each side, and from one to the next: two lines of small text. */
const LABEL_WIDTH = 84
const LABEL_GAP = 40
const ARM = 12
const MAX_RADIUS = 104

export interface PieChartProps extends ShareTableProps {
  /** Where the figures come from. */
  source?: string
}

export function PieChart(props: PieChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  return (
    <ChartFrame title={props.title} source={props.source} table={<ShareTable {...props} />}>
      <div ref={parentRef} style={{ height: HEIGHT }}>
        {width > 0 && <Pie {...props} width={width} />}
      </div>
    </ChartFrame>
  )
}

function Pie({ title, data, unit, width }: PieChartProps & { width: number }) {
  const radius = Math.max(32, Math.min(MAX_RADIUS, width / 2 - LABEL_WIDTH - ARM))
  const slices = slicesOf(data.map(({ value }) => value))
  const labels = labelsOf(slices, radius, LABEL_GAP, HEIGHT)
  const marks = slices.map(({ index, start, end, share }) => {
    const { key, label, value } = data[index]!
    const middle = (start + end) / 2
    const x = width / 2 + Math.sin(middle) * radius * 0.7
    const y = HEIGHT / 2 - Math.cos(middle) * radius * 0.7
    return { key, text: `${label}: ${amount(value, unit)}, ${percent(share)}`, at: { x, y } }
  })
  return (
    <ChartMarks
      label={`${title}, a pie chart in ${unit.many}`}
      width={width}
      height={HEIGHT}
      marks={marks}
      draw={(n) => (
        <Group top={HEIGHT / 2} left={width / 2}>
          <PieSlice slice={slices[n]!} radius={radius} color={data[slices[n]!.index]!.color} />
        </Group>
      )}
    >
      <Group top={HEIGHT / 2} left={width / 2}>
        {labels.map((label) => (
          <SliceLabel
            key={data[label.index]!.key}
            label={label}
            radius={radius}
            name={data[label.index]!.label}
            figure={`${data[label.index]!.value.toLocaleString('en')} · ${percent(slices.find(({ index }) => index === label.index)!.share)}`}
          />
        ))}
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
