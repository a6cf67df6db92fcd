/** The next 14 days of the city or a district, with reasons and past accuracy. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ForecastDetails } from '#contract/views.ts'
import { useRefreshWith } from '#web/feed/live-refresh.ts'
import { useForecastHistoryQuery } from './calls.ts'
import { hasRecord } from './forecast-words.ts'
import classes from './forecasts.module.css'
import { LazyCame, LazyDays, LazyDaysByMaterial } from './lazy-charts.tsx'
import { TrackRecord } from './track-record.tsx'
import { Why } from './why.tsx'

const ALL = 'All districts'
/** Days of history: the track record's 90, today and tomorrow. */
const DAYS = 92

export function Outlook({ details }: { details: ForecastDetails }) {
  const [chosen, choose] = useState(ALL)
  const district = details.districts.find((each) => each.district === chosen)
  const { days, scored } = district ?? details.city
  const of = district?.district ?? ALL
  return (
    <div className={classes.charts}>
      {details.districts.length > 1 && (
        <NativeSelect
          label="Days, reasons and track record of"
          size="md"
          maw={320}
          data={[ALL, ...details.districts.map((each) => each.district)]}
          value={of}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <div className={classes.pair}>
        <LazyDays of={of} days={days} />
        <Why of={of} days={days} />
      </div>
      <LazyDaysByMaterial days={days} />
      <TrackRecord of={of} scored={scored} />
      {hasRecord(scored) && <Came district={district?.district} />}
    </div>
  )
}

/** Shows the days with actual tonnes. */
function Came({ district }: { district: string | undefined }) {
  const asked = { days: DAYS, ...(district !== undefined && { district }) }
  const { data, refetch } = useForecastHistoryQuery(asked, { refetchOnMountOrArgChange: true })
  useRefreshWith('forecasts', refetch)
  return data ? <LazyCame history={data.history.filter((day) => day.actual_tonnes !== undefined)} /> : null
}
