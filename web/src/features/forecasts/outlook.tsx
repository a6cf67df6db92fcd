/** Panel with the forecast for the next 14 days of the city or a district, with reasons and accuracy. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ForecastDetails, ForecastTrackRecord as Record } from '#contract/views.ts'
import { useRefetchOnRoomChange } from '#web/lib/feed/use-room.ts'
import { formatTonnesTenths } from '#web/lib/format/numbers.ts'
import { formatWeekdayDate } from '#web/lib/format/times.ts'
import { Panel, useKeyboardScrollable } from '#web/ui/page.tsx'
import {
  describeReasons,
  formatOptionalPercent,
  formatSignedTonnes,
  hasScores,
  useForecastHistoryQuery,
} from './forecast.ts'
import classes from './forecasts.module.css'
import { LazyForecastAndActualChart, LazyNextDaysByMaterialChart, LazyNextDaysChart } from './tomorrow.tsx'

const spans = () =>
  [
    [t`Last 30 days`, 'last_30_days'],
    [t`Last 90 days`, 'last_90_days'],
  ] as const

/** Accuracy of earlier forecasts, compared with that of a simple method. */
function TrackRecord({ of, scored }: { of: string; scored: Record }) {
  const scroller = useKeyboardScrollable<HTMLDivElement>()
  return (
    <Panel title={t`Past Accuracy`}>
      {hasScores(scored) ? (
        <div {...scroller} className={classes.scroll}>
          <table className={classes.record} aria-label={t`Past accuracy: ${{ district: of }}`}>
            <thead>
              <tr>
                <th scope="col">{of}</th>
                <th scope="col">
                  <Trans>Days compared</Trans>
                </th>
                <th scope="col">
                  <Trans>Error</Trans>
                </th>
                <th scope="col">
                  <Trans>Weekday average</Trans>
                </th>
                <th scope="col">
                  <Trans>In range</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {spans().map(([name, span]) => (
                <tr key={span}>
                  <th scope="row">{name}</th>
                  <td>{scored[span].days}</td>
                  <td>{formatOptionalPercent(scored[span].error)}</td>
                  <td>{formatOptionalPercent(scored[span].weekday_mean_error)}</td>
                  <td>{formatOptionalPercent(scored[span].coverage)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className={classes.note}>
          <Trans>No results yet. When a forecast day is over, its forecast and its loads are compared here.</Trans>
        </p>
      )}
      <p className={classes.note}>
        <Trans>
          Error: difference between forecast and actual loads, in percent of the actual loads. Weekday average: the
          error if the average of the last four same weekdays were the forecast. In range: days within the forecast
          range; the goal is 80 %.
        </Trans>
      </p>
    </Panel>
  )
}

/** Value of the option 'all districts'. */
const ALL = ''
/** Days to load: 90 for the track record, plus today and tomorrow. */
const DAYS = 92

export function ForecastOutlook({ details }: { details: ForecastDetails }) {
  const [chosen, choose] = useState(ALL)
  const district = details.districts.find((each) => each.district === chosen)
  const { days, scored } = district ?? details.city
  const of = district?.district ?? t`All districts`
  return (
    <div className={classes.charts}>
      {details.districts.length > 1 && (
        <NativeSelect
          label={t`Show forecast for`}
          size="md"
          maw={320}
          data={[
            { value: ALL, label: t`All districts` },
            ...details.districts.map((each) => ({ value: each.district, label: each.district })),
          ]}
          value={district?.district ?? ALL}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <div className={classes.pair}>
        <LazyNextDaysChart of={of} days={days} />
        <ForecastReasons of={of} days={days} />
      </div>
      <LazyNextDaysByMaterialChart days={days} />
      <TrackRecord of={of} scored={scored} />
      {hasScores(scored) && <Came district={district?.district} />}
    </div>
  )
}

/** Chart of past days: forecast and actual tonnes. */
function Came({ district }: { district: string | undefined }) {
  const asked = { days: DAYS, ...(district !== undefined && { district }) }
  const { data, refetch } = useForecastHistoryQuery(asked, { refetchOnMountOrArgChange: true })
  useRefetchOnRoomChange('forecasts', refetch)
  return data ? (
    <LazyForecastAndActualChart history={data.history.filter((day) => day.actual_tonnes !== undefined)} />
  ) : null
}

/** Explains a day's forecast by the parts that add up to it. */
function ForecastReasons({ of, days }: { of: string } & Pick<ForecastDetails['city'], 'days'>) {
  const [chosen, choose] = useState<string>()
  // Shows tomorrow by default: the second day in the list, because the list starts today.
  const day = days.find(({ date }) => date === chosen) ?? days[1] ?? days[0]
  if (!day) return null
  return (
    <Panel title={t`Why`}>
      <NativeSelect
        aria-label={t`Day`}
        size="md"
        maw={240}
        data={days.map(({ date }) => ({ value: date, label: formatWeekdayDate(date) }))}
        value={day.date}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <table
        className={classes.reasons}
        aria-label={t`Why the forecast is ${{ weight: formatTonnesTenths(day.p50) }}: ${{ district: of }}`}
      >
        <tbody>
          {describeReasons(day.reasons).map(({ reason, text, tonnes }) => (
            <tr key={reason}>
              <th scope="row">{text}</th>
              <td>{reason === 'level' ? formatTonnesTenths(tonnes) : formatSignedTonnes(tonnes)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t`Forecast: ${{ district: of }}`}</th>
            <td>{formatTonnesTenths(day.p50)}</td>
          </tr>
        </tfoot>
      </table>
    </Panel>
  )
}
