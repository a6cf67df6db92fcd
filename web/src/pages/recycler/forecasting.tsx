/** ML Waste Forecasting: tomorrow's volume and composition, the days after it, why, and how earlier forecasts came out. */
import '#web/components/inputs.ts'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { NextDay } from '#contract/views.ts'
import { type Failure, failureText } from '#web/calls/api.ts'
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { useForecastDetailsQuery, useNextDayQuery } from '#web/features/forecasts/calls.ts'
import { DistrictBreakdown } from '#web/features/forecasts/district-breakdown.tsx'
import { AnalysisInProgress, ForecastUnavailable, NotEnoughHistory } from '#web/features/forecasts/forecast-states.tsx'
import { Outlook } from '#web/features/forecasts/outlook.tsx'
import { Tomorrow } from '#web/features/forecasts/tomorrow.tsx'
import { TomorrowCharts } from '#web/features/forecasts/tomorrow-charts.tsx'
import { type Refresh, useRefresh } from '#web/features/forecasts/use-refresh.ts'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useRefreshWith } from '#web/feed/live-refresh.ts'
import { useOff } from '#web/hooks/past.ts'
import { useTitle } from '#web/hooks/title.ts'
import classes from './forecasting.module.css'

const FAILED = 'The forecast could not be loaded.'
const FRESH = { refetchOnMountOrArgChange: true }

export function RecyclerForecasting() {
  useTitle('Forecasting')
  const { data, error, isFetching, refetch } = useNextDayQuery(undefined, FRESH)
  const off = useOff()
  const { analyzing, failure, refresh } = useRefresh()
  useRefreshWith('forecasts', refetch)
  const loading = analyzing || (isFetching && !data) || data?.status === 'making'
  return (
    <div className={page.page}>
      <PageHead
        title="ML Waste Forecasting"
        lead="What is likely to arrive, and how such forecasts came out"
        titleAlone
      >
        <FreshnessBadge />
        <Button
          mih={44}
          disabled={loading}
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={refresh}
          {...off}
        >
          {loading ? 'Analyzing...' : 'Refresh Forecast'}
        </Button>
      </PageHead>
      {loading && <AnalysisInProgress />}
      <Unavailable error={data ? failure : (error ?? failure)} isLoading={loading} retry={data ? refresh : refetch} />
      {data && <Forecast nextDay={data} analyzing={analyzing} refresh={refresh} />}
    </div>
  )
}

interface UnavailableProps {
  error: unknown
  isLoading: boolean
  retry(): unknown
}

function Unavailable({ error, isLoading, retry }: UnavailableProps) {
  if (!error || isLoading) return null
  return <ForecastUnavailable message={failureText(error as Failure, FAILED)} retry={() => void retry()} />
}

/** While a new one is made, the one before stays, greyed. */
function Forecast({ nextDay, analyzing, refresh }: { nextDay: NextDay } & Pick<Refresh, 'analyzing' | 'refresh'>) {
  const { data: details, refetch } = useForecastDetailsQuery(undefined, FRESH)
  useRefreshWith('forecasts', refetch)
  const { status, message = '' } = nextDay
  // 'ML Analysis in Progress' stands there alone.
  if (status === 'making' || (analyzing && status !== 'forecast')) return null
  if (status === 'not-enough-history') return <NotEnoughHistory message={message} />
  if (status === 'outdated' || status === 'failed') return <ForecastUnavailable message={message} retry={refresh} />
  return (
    <div className={page.sections} aria-busy={analyzing}>
      <Age nextDay={nextDay} />
      <Tomorrow nextDay={nextDay} />
      <TomorrowCharts nextDay={nextDay} details={details} />
      <DistrictBreakdown nextDay={nextDay} details={details} />
      {details && <Outlook details={details} />}
    </div>
  )
}

function Age({ nextDay: { made_at, failed_at } }: { nextDay: NextDay }) {
  if (!made_at) return null
  return (
    <p className={classes.age} role={failed_at ? 'alert' : undefined}>
      {failed_at && (
        <>
          A new forecast could not be made <RelativeTime iso={failed_at} />: this is the one before.{' '}
        </>
      )}
      Made <RelativeTime iso={made_at} />.
    </p>
  )
}
