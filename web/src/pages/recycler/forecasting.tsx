/** The page ML Waste Forecasting: tomorrow's volume and composition, coming days, reasons, accuracy. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { NextDayForecast } from '#contract/views.ts'
import {
  describeForecastFailure,
  describeForecastRefreshFailure,
  type ForecastRefresh,
  useForecastDetailsQuery,
  useForecastRefresh,
  useNextDayQuery,
} from '#web/features/forecasts/forecast.ts'
import { ForecastOutlook } from '#web/features/forecasts/outlook.tsx'
import {
  DistrictBreakdown,
  ForecastInProgress,
  ForecastUnavailable,
  NotEnoughHistory,
  TomorrowCharts,
  TomorrowForecast,
} from '#web/features/forecasts/tomorrow.tsx'
import type { RequestFailure } from '#web/lib/api/api.ts'
import { useRefetchOnRoomChange } from '#web/lib/feed/use-room.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { FreshnessBadge, RelativeTime } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead } from '#web/ui/page.tsx'
import classes from './recycler.module.css'

const FRESH = { refetchOnMountOrArgChange: true }

export function RecyclerForecasting() {
  useTitle(t`Forecasting`)
  const { data, error, isFetching, refetch } = useNextDayQuery(undefined, FRESH)
  const off = useCommandsDisabled()
  const { analyzing, failure, refresh } = useForecastRefresh()
  useRefetchOnRoomChange('forecasts', refetch)
  const loading = analyzing || (isFetching && !data) || data?.status === 'making'
  return (
    <div className={page.page}>
      <PageHead
        title={t`ML Waste Forecasting`}
        lead={t`Waste expected in the next days, and how accurate past forecasts were`}
        titleAlone
      >
        <FreshnessBadge />
        <Button
          disabled={loading}
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={refresh}
          {...off}
        >
          {loading ? t`Analyzing...` : t`Refresh Forecast`}
        </Button>
      </PageHead>
      {loading && <ForecastInProgress />}
      {!loading && <Unavailable {...{ error: data ? undefined : error, failure, refresh, refetch }} />}
      {data && <Forecast nextDay={data} analyzing={analyzing} refresh={refresh} />}
    </div>
  )
}

interface UnavailableProps {
  /**
   * Error that occurred while the forecast was loaded.
   * `failure` is the error of a request for a new forecast.
   */
  error: unknown
  failure: RequestFailure | null
  refresh(): void
  refetch(): unknown
}

function Unavailable({ error, failure, refresh, refetch }: UnavailableProps) {
  if (error)
    return (
      <ForecastUnavailable message={describeForecastFailure(error as RequestFailure)} retry={() => void refetch()} />
    )
  return failure && <ForecastUnavailable message={describeForecastRefreshFailure(failure)} retry={refresh} />
}

/**
 * Shows the forecast.
 * While a new one is computed, the previous one stays in grey.
 */
function Forecast({
  nextDay,
  analyzing,
  refresh,
}: { nextDay: NextDayForecast } & Pick<ForecastRefresh, 'analyzing' | 'refresh'>) {
  const { data: details, refetch } = useForecastDetailsQuery(undefined, FRESH)
  useRefetchOnRoomChange('forecasts', refetch)
  const { status, message = '' } = nextDay
  // Shows no forecast while the panel 'ML Analysis in Progress' is visible.
  if (status === 'making' || (analyzing && status !== 'forecast')) return null
  if (status === 'not-enough-history') return <NotEnoughHistory message={message} />
  if (status === 'outdated' || status === 'failed') return <ForecastUnavailable message={message} retry={refresh} />
  return (
    <div className={page.sections} aria-busy={analyzing}>
      <Age nextDay={nextDay} />
      <TomorrowForecast nextDay={nextDay} />
      <TomorrowCharts nextDay={nextDay} details={details} />
      <DistrictBreakdown nextDay={nextDay} details={details} />
      {details && <ForecastOutlook details={details} />}
    </div>
  )
}

function Age({ nextDay: { made_at, failed_at } }: { nextDay: NextDayForecast }) {
  if (!made_at) return null
  return (
    <p className={classes.age} role={failed_at ? 'alert' : undefined}>
      {failed_at && (
        <span>
          <Trans>
            The update failed <RelativeTime iso={failed_at} />. This is the previous forecast.
          </Trans>
        </span>
      )}{' '}
      <span>
        <Trans>
          Made <RelativeTime iso={made_at} />.
        </Trans>
      </span>
    </p>
  )
}
