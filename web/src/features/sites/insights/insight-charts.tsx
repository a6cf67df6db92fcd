/**
 * Charts of compositions at the sites.
 * This file is loaded lazily.
 */
import { t } from '@lingui/core/macro'
import type { CompositionDay } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { type Composition, isKnownComposition } from '#domain/materials.ts'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { formatPercent, formatTonnes } from '#web/lib/format/numbers.ts'
import { materialWeightsOf, seriesColourOf } from '#web/ui/charts/chart-data.ts'
import { DayChart } from '#web/ui/charts/day-chart.tsx'
import { SharePieChart } from '#web/ui/charts/share-charts.tsx'
import { describeCarriedForward } from './insights.ts'

interface MaterialPieProps {
  composition: Composition
  /** Total weight of the composition, in tonnes. */
  tonnes: number
  height: number
}

export function MaterialPie({ composition, tonnes: total, height }: MaterialPieProps) {
  return (
    <SharePieChart
      title={t`Material Breakdown`}
      data={materialWeightsOf(composition, total)}
      unit="tonnes"
      category={t`Material`}
      source={t`Source: the latest record of each site on this day. Sites are weighted by their load.`}
      height={height}
    />
  )
}

interface OverTimeProps {
  title: string
  days: readonly CompositionDay[]
  /**
   * Returns a site's name.
   * It is not needed if all days belong to one site.
   */
  nameOf?: (siteId: string) => string
}

/**
 * Returns notes for the chart's days.
 * They name the sites whose earlier record was used on the day.
 */
const notesOf = ({ days, nameOf = (id) => id }: Omit<OverTimeProps, 'title'>) => ({
  label: t`Earlier record used`,
  notes: days.map((day) => describeCarriedForward(day, nameOf)),
})

export function WeightByDayChart({ title, days, nameOf }: OverTimeProps) {
  return (
    <DayChart
      title={title}
      axis={t`Tons`}
      source={
        nameOf
          ? t`Source: the latest record of each site by day. A site without a record on a day counts with its previous one.`
          : t`Source: the latest record of the site by day.`
      }
      days={days.map(({ date }) => date)}
      series={[
        { key: 'weight', label: t`Weight`, color: seriesColourOf(0), values: days.map((day) => day.totalWeight) },
      ]}
      beside={notesOf({ days, nameOf })}
      write={formatTonnes}
      levels
    />
  )
}

export function CompositionByDayChart({ title, days, nameOf }: OverTimeProps) {
  const there = MATERIALS.filter((material) => days.some(({ composition }) => (composition?.[material] ?? 0) > 0))
  return (
    <DayChart
      title={title}
      axis={t`Percent of weight`}
      source={t`Source: the latest record of each site by day. Days with an unknown composition have no line.`}
      days={days.map(({ date }) => date)}
      series={there.map((material) => ({
        key: material,
        label: materialLabelOf(material),
        color: materialColorOf(material),
        values: days.map(({ composition }) => (isKnownComposition(composition) ? (composition[material] ?? 0) : null)),
      }))}
      beside={notesOf({ days, nameOf })}
      write={formatPercent}
      levels
    />
  )
}
