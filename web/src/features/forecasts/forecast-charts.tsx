/** Charts of forecasts: districts, materials, next 14 days, past accuracy. */
import { t } from '@lingui/core/macro'
import type { ForecastDayResult, ForecastDetails, NextDayForecast } from '#contract/views.ts'
import type { Material } from '#domain/city.ts'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { formatTonnesTenths } from '#web/lib/format/numbers.ts'
import { materialWeightsOf, seriesColourOf } from '#web/ui/charts/chart-data.ts'
import { DayChart } from '#web/ui/charts/day-chart.tsx'
import { PieChart } from '#web/ui/charts/share-drawings.tsx'

type District = ForecastDetails['districts'][number]
type Outlook = ForecastDetails['city']

/** Most lines in a chart, because more are hard to distinguish. */
const MOST_LINES = 5
const forecastSource = () => t`Source: forecast from the loads that arrived until yesterday.`

/** Chart with a line per district, in tonnes of one or all materials. */
export function DistrictComparison({ districts, material }: { districts: readonly District[]; material?: Material }) {
  const shown = districts.toSorted((a, b) => (b.days[0]?.p50 ?? 0) - (a.days[0]?.p50 ?? 0)).slice(0, MOST_LINES)
  const more = districts.length - shown.length
  const tonnesIn = (day: District['days'][number]) =>
    material ? (day.p50 * (day.shares[material] ?? 0)) / 100 : day.p50
  return (
    <DayChart
      title={t`District Comparison`}
      axis={material ? t`Tonnes: ${{ material: materialLabelOf(material) }}` : t`Tonnes of all materials`}
      source={
        more > 0
          ? `${forecastSource()} ${t`Shows the ${MOST_LINES} largest of ${{ all: districts.length }} districts.`}`
          : forecastSource()
      }
      days={shown[0]?.days.map(({ date }) => date) ?? []}
      series={shown.map(({ district, days }, index) => ({
        key: district,
        label: district,
        color: seriesColourOf(index),
        values: days.map(tonnesIn),
      }))}
      write={formatTonnesTenths}
      levels
    />
  )
}

export function OverallCompositionChart({ nextDay }: { nextDay: NextDayForecast }) {
  const { composition_percent: shares, total_waste_tonnes: total } = nextDay
  return (
    <PieChart
      title={t`Overall Composition`}
      data={materialWeightsOf(shares, total).filter(({ value }) => value > 0)}
      unit="tonnes"
      category={t`Material`}
      source={forecastSource()}
    />
  )
}

/** Chart of the next 14 days' forecast tonnes, with the likely range. */
export function NextDaysChart({ of, days }: { of: string } & Pick<Outlook, 'days'>) {
  return (
    <DayChart
      title={t`Next 14 Days: ${{ district: of }}`}
      axis={t`Tonnes`}
      source={`${forecastSource()} ${t`8 of 10 days are expected in the shaded range.`}`}
      days={days.map(({ date }) => date)}
      series={[
        {
          key: 'p50',
          label: t`Forecast`,
          color: seriesColourOf(0),
          values: days.map(({ p50 }) => p50),
          band: days.map(({ p10, p90 }) => [p10, p90]),
        },
      ]}
      write={formatTonnesTenths}
      levels
    />
  )
}

export function NextDaysByMaterialChart({ days }: Pick<Outlook, 'days'>) {
  const materials = [...new Set(days.flatMap(({ shares }) => Object.keys(shares) as Material[]))]
  return (
    <DayChart
      title={t`Next 14 Days by Material`}
      axis={t`Tonnes`}
      source={forecastSource()}
      days={days.map(({ date }) => date)}
      series={materials.map((material) => ({
        key: material,
        label: materialLabelOf(material),
        color: materialColorOf(material),
        values: days.map(({ p50, shares }) => (p50 * (shares[material] ?? 0)) / 100),
      }))}
      write={formatTonnesTenths}
      levels
    />
  )
}

/** Chart of past days: tonnes forecast before each day, and actual tonnes. */
export function ForecastAndActualChart({ history }: { history: readonly ForecastDayResult[] }) {
  return (
    <DayChart
      title={t`Forecast and Actual`}
      axis={t`Tonnes`}
      source={t`Source: forecasts made the day before, and the loads that arrived. Days without loads are left out.`}
      days={history.map(({ date }) => date)}
      series={[
        {
          key: 'forecast',
          label: t`Forecast`,
          color: seriesColourOf(2),
          values: history.map(({ forecast_tonnes }) => forecast_tonnes),
          band: history.map(({ p10, p90 }) => [p10, p90]),
        },
        {
          key: 'actual',
          label: t`Actual`,
          color: seriesColourOf(0),
          values: history.map(({ actual_tonnes }) => actual_tonnes ?? null),
        },
      ]}
      write={formatTonnesTenths}
      levels
    />
  )
}
