/** The Analytics Dashboard: performance, fuel and fleet in 7, 30 or 90 days, live. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { getPeriodLabels, periodOf, useFuelAnalyticsQuery } from '#web/features/analytics/analytics.tsx'
import { FleetStatus, FuelSection, PerformanceSection } from '#web/features/analytics/analytics-panels.tsx'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { FreshnessBadge, SimulatedBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './dispatcher.module.css'

export function DispatcherAnalytics() {
  const [params, setParams] = useSearchParams()
  const period = periodOf(params.get('period'))
  const { currentData, data, error, isFetching, refetch } = useFuelAnalyticsQuery(
    { period },
    { refetchOnMountOrArgChange: true },
  )
  const choices = Object.entries(getPeriodLabels()).map(([value, label]) => ({ value, label }))
  const failed = t`Failed to load analytics data. Please try again.`
  useTitle(t`Analytics`)
  useLiveRefresh(refetch)
  return (
    <div className={page.page}>
      <PageHead title={t`Analytics Dashboard`}>
        <FreshnessBadge />
        <NativeSelect
          label={t`Time Period`}
          classNames={{ root: classes.period }}
          size="md"
          data={choices}
          value={period}
          onChange={(event) => setParams({ period: event.currentTarget.value })}
        />
        {/* The badge comes after the period field, because a badge that appears later would move the field. */}
        <SimulatedBadge of={data} />
      </PageHead>
      {error && !currentData && !isFetching ? (
        <Panel title={t`Performance Overview and Fuel Analytics`}>
          <ErrorState message={failed} retry={() => void refetch()} />
        </Panel>
      ) : (
        // The previous figures stay visible in grey until the new ones load.
        <div className={page.sections} aria-busy={data !== currentData}>
          {error && (
            <p className={classes.failed} role="alert">
              <span>{failed}</span>{' '}
              <span>
                <Trans>The last loaded figures are shown.</Trans>
              </span>
            </p>
          )}
          <Section title={t`Performance Overview`}>
            <PerformanceSection analytics={data} />
          </Section>
          <Section title={t`Fuel Analytics`}>
            <FuelSection analytics={data} period={period} />
          </Section>
        </div>
      )}
      <Section title={t`Fleet Status`}>
        <FleetStatus />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={page.sections} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  )
}
