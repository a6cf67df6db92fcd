/** Lazily loaded charts of the sites' contents. */
import type { CompositionDay } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { type Composition, isKnownComposition } from '#domain/materials.ts'
import { materialColor, materialLabel } from '#web/lib/format/names.ts'
import { percent, tonnes } from '#web/lib/format/numbers.ts'
import { materialWeights, series } from '#web/ui/charts/chart-data.ts'
import { DayChart } from '#web/ui/charts/day-chart.tsx'
import { SharePie } from '#web/ui/charts/share-charts.tsx'
import { carriedForwardText } from './insights.ts'

const SOURCE = 'Source: the last record of each site by the end of a day, as it was analysed or typed in'

interface MaterialPieProps {
  composition: Composition
  /** Total weight in tonnes. */
  tonnes: number
  height: number
}

export function MaterialPie({ composition, tonnes: total, height }: MaterialPieProps) {
  return (
    <SharePie
      title="Material Breakdown"
      data={materialWeights(composition, total)}
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
  /** Returns a site's name; unnecessary for days of a single site. */
  nameOf?: (siteId: string) => string
}

/** Returns the sites with an earlier record, per day. */
const notesOf = ({ days, nameOf = (id) => id }: Omit<OverTimeProps, 'title'>) => ({
  label: 'Carried forward',
  notes: days.map((day) => carriedForwardText(day, nameOf)),
})

export function WeightByDay({ title, days, nameOf }: OverTimeProps) {
  return (
    <DayChart
      title={title}
      axis="Tons"
      source={`${SOURCE}${nameOf ? '; a site without one of that day counts by the one before' : ''}.`}
      days={days.map(({ date }) => date)}
      series={[{ key: 'weight', label: 'Weight', color: series(0), values: days.map((day) => day.totalWeight) }]}
      beside={notesOf({ days, nameOf })}
      write={tonnes}
      levels
    />
  )
}

export function CompositionByDay({ title, days, nameOf }: OverTimeProps) {
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
        values: days.map(({ composition }) => (isKnownComposition(composition) ? (composition[material] ?? 0) : null)),
      }))}
      beside={notesOf({ days, nameOf })}
      write={percent}
      levels
    />
  )
}
