/** Tomorrow’s forecast: its figures, charts and districts. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Loader, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import type { ForecastDetails, NextDayForecast } from '#contract/views.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { materialLabelOf } from '#web/lib/format/names.ts'
import { formatOneDecimal, formatTonnesTenths } from '#web/lib/format/numbers.ts'
import { formatWeekdayDate } from '#web/lib/format/times.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { FigureSourceMark, SimulatedBadge } from '#web/ui/marks.tsx'
import { MaterialRows } from '#web/ui/materials/materials.tsx'
import { formatComposition } from '#web/ui/materials/shares.ts'
import { DeferredContent, Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { describeLikelyRange, describeRegularityOfLoads, describeTotalAcrossDistricts } from './forecast.ts'
import classes from './forecasts.module.css'

const load = () => import('./forecast-charts.tsx')
const HEIGHT = 360

const Comparison = lazyWithRetry(async () => (await load()).DistrictComparison)
const Composition = lazyWithRetry(async () => (await load()).OverallCompositionChart)
const Days = lazyWithRetry(async () => (await load()).NextDaysChart)
const DaysByMaterial = lazyWithRetry(async () => (await load()).NextDaysByMaterialChart)
const Came = lazyWithRetry(async () => (await load()).ForecastAndActualChart)

type PropsOf<C> = C extends React.ComponentType<infer P> ? P : never
type Charts = Awaited<ReturnType<typeof load>>

/** Loads a chart on first use. */
const LazyComparison = (props: PropsOf<Charts['DistrictComparison']>) => (
  <DeferredContent height={HEIGHT}>
    <Comparison {...props} />
  </DeferredContent>
)
const LazyComposition = (props: PropsOf<Charts['OverallCompositionChart']>) => (
  <DeferredContent height={HEIGHT}>
    <Composition {...props} />
  </DeferredContent>
)
export const LazyNextDaysChart = (props: PropsOf<Charts['NextDaysChart']>) => (
  <DeferredContent height={HEIGHT}>
    <Days {...props} />
  </DeferredContent>
)
export const LazyNextDaysByMaterialChart = (props: PropsOf<Charts['NextDaysByMaterialChart']>) => (
  <DeferredContent height={HEIGHT}>
    <DaysByMaterial {...props} />
  </DeferredContent>
)
export const LazyForecastAndActualChart = (props: PropsOf<Charts['ForecastAndActualChart']>) => (
  <DeferredContent height={HEIGHT}>
    <Came {...props} />
  </DeferredContent>
)

/** Tomorrow's Forecast: tonnes with likely range, and composition. */
export function TomorrowForecast({ nextDay }: { nextDay: NextDayForecast }) {
  const { date, total_waste_tonnes, interval, composition_percent, districts, regularity } = nextDay
  const tonnes = formatOneDecimal(total_waste_tonnes)
  return (
    <Panel title={t`Tomorrow's Forecast`} aside={<Marks nextDay={nextDay} />}>
      <div className={classes.tomorrow}>
        <dl className={classes.volume}>
          <dt>
            <Trans>Total Waste Volume</Trans>
          </dt>
          <dd>
            <Trans>
              <b className={classes.figure}>{tonnes}</b> tonnes
            </Trans>
          </dd>
          {interval && (
            <dd
              className={classes.interval}
            >{t`Likely ${{ low: formatOneDecimal(interval.p10) }} to ${{ high: formatTonnesTenths(interval.p90) }}, on 8 of 10 days`}</dd>
          )}
          <dd className={classes.note}>{describeTotalAcrossDistricts(districts)}</dd>
          <dd className={classes.note}>
            <span>{t`${{ day: formatWeekdayDate(date) }}, if loads arrive that day.`}</span>{' '}
            {regularity && <span>{describeRegularityOfLoads(regularity)}</span>}
          </dd>
        </dl>
        <div className={classes.breakdown}>
          <h3 className={classes.subtitle}>
            <Trans>Composition Breakdown</Trans>
          </h3>
          {Object.keys(composition_percent).length > 0 ? (
            <MaterialRows
              label={t`Composition Breakdown`}
              composition={composition_percent}
              tonnes={total_waste_tonnes}
            />
          ) : (
            <p className={classes.note}>
              <Trans>No load has been analysed yet.</Trans>
            </p>
          )}
        </div>
      </div>
    </Panel>
  )
}

function Marks({ nextDay }: { nextDay: NextDayForecast }) {
  return (
    <span className={classes.marks}>
      <SimulatedBadge of={nextDay} />
      <FigureSourceMark source="forecast" />
    </span>
  )
}

const ALL = 'all'

interface TomorrowChartsProps {
  nextDay: NextDayForecast
  details: ForecastDetails | undefined
}

/** Charts of tomorrow's forecast: materials in each district, and in total. */
export function TomorrowCharts({ nextDay, details }: TomorrowChartsProps) {
  const [material, choose] = useState<Material | typeof ALL>(ALL)
  const there = MATERIALS.filter((name) => nextDay.composition_percent[name])
  return (
    <div className={classes.charts}>
      <NativeSelect
        label={t`Material in District Comparison`}
        size="md"
        maw={260}
        data={[
          { value: ALL, label: t`All materials` },
          ...there.map((name) => ({ value: name, label: materialLabelOf(name) })),
        ]}
        value={material}
        onChange={(event) => choose(event.currentTarget.value as typeof material)}
      />
      <div className={classes.pair}>
        {details && <LazyComparison districts={details.districts} {...(material !== ALL && { material })} />}
        <LazyComposition nextDay={nextDay} />
      </div>
    </div>
  )
}

/**
 * Maximum number of districts that are shown with bars.
 * With more districts, the materials are listed as text.
 */
const BARS = 6

interface DistrictBreakdownProps {
  nextDay: NextDayForecast
  details: ForecastDetails | undefined
}

/**
 * Panel of each district's forecast: tonnes, likely range and materials.
 * Also lists the districts without enough data.
 */
export function DistrictBreakdown({ nextDay: { districts, waiting }, details }: DistrictBreakdownProps) {
  const regularityOf = (name: string) => details?.districts.find(({ district }) => district === name)?.regularity
  return (
    <Panel title={t`District Breakdown`}>
      <ul className={classes.districts}>
        {districts.map(({ district, total_waste_tonnes, composition_percent, interval }) => {
          const regularity = regularityOf(district)
          return (
            <li key={district} className={classes.district}>
              <h3 className={classes.subtitle}>{district}</h3>
              <p className={classes.volumeOf}>
                <b>{formatTonnesTenths(total_waste_tonnes)}</b>{' '}
                <span className={classes.note}>{describeLikelyRange(interval)}</span>
              </p>
              {districts.length > BARS ? (
                <p className={classes.note}>{formatComposition(composition_percent)}</p>
              ) : (
                <MaterialRows
                  label={t`${district}, by material`}
                  composition={composition_percent}
                  tonnes={total_waste_tonnes}
                />
              )}
              {regularity && <p className={classes.note}>{describeRegularityOfLoads(regularity)}</p>}
            </li>
          )
        })}
        {waiting.map(({ district, message }) => (
          <li key={district} className={classes.district}>
            <h3 className={classes.subtitle}>{district}</h3>
            <p className={classes.note}>{message}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Panel shown in place of a forecast that is being computed. */
export function ForecastInProgress() {
  return (
    <Panel title={t`ML Analysis in Progress`} busy>
      <div className={classes.state} role="status">
        <Loader size={28} aria-hidden="true" />
        <p className={classes.subtitle}>
          <Trans>Please Wait</Trans>
        </p>
        <p className={classes.note}>
          <Trans>The ML service may take up to 60 seconds to wake up if it&apos;s been idle...</Trans>
        </p>
      </div>
    </Panel>
  )
}

export function ForecastUnavailable({ message, retry }: { message: string; retry(): void }) {
  return (
    <Panel title={t`Forecast Unavailable`}>
      <div className={classes.state} role="alert">
        <IconAlertTriangle size={28} stroke={1.5} aria-hidden="true" />
        <p className={classes.subtitle}>{message}</p>
        <Button variant="default" onClick={retry}>
          <Trans>Try Again</Trans>
        </Button>
      </div>
    </Panel>
  )
}

export function NotEnoughHistory({ message }: { message: string }) {
  return (
    <Panel title={t`Tomorrow's Forecast`}>
      <EmptyState icon={IconHourglass} title={t`Not enough history yet`}>
        {message}
      </EmptyState>
    </Panel>
  )
}
