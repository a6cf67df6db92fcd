/** The charts of what sites held; what they are drawn with comes when they are wanted. */
import type { CompositionDay } from '#contract/views.ts'
import { MATERIALS } from '#rules/city.ts'
import { type Composition, isKnown } from '#rules/materials.ts'
import { series } from '#web/charts/chart-data.ts'
import { DayChart } from '#web/charts/day-chart.tsx'
import { materialData } from '#web/charts/material-data.ts'
import { SharePie } from '#web/charts/share-charts.tsx'
import { materialColor, materialLabel } from '#web/format/materials.ts'
import { percent, tonnes } from '#web/format/weights.ts'

const SOURCE = 'Source: the last record of each site on a day, as it was analysed or typed in'

interface MaterialPieProps {
  composition: Composition
  /** tonnes of all of it */
  tonnes: number
  height: number
}

export function MaterialPie({ composition, tonnes: total, height }: MaterialPieProps) {
  const held = Object.fromEntries(MATERIALS.map((material) => [material, ((composition[material] ?? 0) * total) / 100]))
  return (
    <SharePie
      title="Material Breakdown"
      data={materialData(held).map((datum) => ({ ...datum, value: Math.round(datum.value * 10) / 10 }))}
      unit={{ one: 't', many: 't', of: 'Weight' }}
      category="Material"
      source={`${SOURCE}; each site weighs as many tonnes as lie there.`}
      height={height}
    />
  )
}

interface OverTimeProps {
  title: string
  days: readonly CompositionDay[]
}

export function WeightByDay({ title, days }: OverTimeProps) {
  return (
    <DayChart
      title={title}
      axis="Tons"
      source={`${SOURCE}; a site without a record on that day is not in it.`}
      days={days.map(({ date }) => date)}
      series={[{ key: 'weight', label: 'Weight', color: series(0), values: days.map((day) => day.totalWeight) }]}
      write={tonnes}
      levels
    />
  )
}

export function CompositionByDay({ title, days }: OverTimeProps) {
  const there = MATERIALS.filter((material) => days.some(({ composition }) => (composition?.[material] ?? 0) > 0))
  return (
    <DayChart
      title={title}
      axis="Percent of weight"
      source={`${SOURCE}. Where nobody knows, there is no line.`}
      days={days.map(({ date }) => date)}
      series={there.map((material) => ({
        key: material,
        label: materialLabel(material),
        color: materialColor(material),
        values: days.map(({ composition }) => (isKnown(composition) ? (composition[material] ?? 0) : null)),
      }))}
      write={percent}
      levels
    />
  )
}
