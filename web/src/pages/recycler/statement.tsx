/** A month's statement to read, print and export: arrived waste, materials, savings. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import '#web/ui/print.css'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import type { Site } from '#contract/views.ts'
import { localDayOf } from '#domain/city-time.ts'
import { formatMonthName, monthPeriodOf, parseMonth } from '#web/features/materials/materials.tsx'
import {
  MaterialStatementDownload,
  MaterialStatementView,
  MonthChoice,
  useStatementQuery,
} from '#web/features/materials/statement.tsx'
import { failureTextOf } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRefetchOnRoomChange, useRoom } from '#web/lib/feed/use-room.ts'
import { formatExactTime, useCitySettings } from '#web/lib/format/times.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './recycler.module.css'

const ALL = 'all'
const MINUTE_MS = 60_000

export function RecyclerStatement() {
  useTitle(t`Statement`)
  const { user } = useSession()
  const { rows: sites } = useRoom('sites')
  const [params, setParams] = useSearchParams()
  const now = new Date(useNow(MINUTE_MS)).toISOString()
  const today = localDayOf(useCitySettings().timeZone, now)
  const month = parseMonth(params.get('month'), today)
  const site = params.get('site') ?? user?.facility ?? ALL
  const asked = { ...monthPeriodOf(month, today), ...(site === ALL ? {} : { site_id: site }) }
  const { currentData, data, error, isFetching, refetch } = useStatementQuery(asked, {
    refetchOnMountOrArgChange: true,
  })
  useRefetchOnRoomChange('deliveries', refetch)
  const choose = (chosen: { month?: string; site?: string }) => setParams({ month, site, ...chosen }, { replace: true })
  const of = site === ALL ? t`All sites` : (sites.find(({ id }) => id === site)?.name ?? site)
  return (
    <div className={`${page.page} ${classes.page}`}>
      <PageHead
        title={t`Statement for ${{ month: formatMonthName(month) }}`}
        lead={leadOf(of, month, today)}
        titleAlone
      >
        <span className={classes.screenOnly}>
          <FreshnessBadge />
        </span>
      </PageHead>
      <p className={classes.printOnly}>{t`WasteSense. As of ${{ time: formatExactTime(now) }}.`}</p>
      <div className={`${classes.controls} ${classes.screenOnly}`}>
        <MonthChoice month={month} today={today} choose={(chosen) => choose({ month: chosen })} />
        <NativeSelect
          aria-label={t`Site`}
          size="md"
          data={siteChoices(sites, user?.facility, site)}
          value={site}
          onChange={(event) => choose({ site: event.currentTarget.value })}
        />
        <span className={classes.actions}>
          <MaterialStatementDownload asked={asked} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            <Trans>Print</Trans>
          </Button>
        </span>
      </div>
      {error && !currentData && !isFetching ? (
        <Panel title={t`Totals`}>
          <ErrorState message={failureTextOf(error, t`Failed to load the statement`)} retry={() => void refetch()} />
        </Panel>
      ) : data ? (
        // The previous figures stay visible in grey until the new ones load.
        <div className={`${page.sections} ${classes.printed}`} aria-busy={data !== currentData}>
          {error && (
            <p className={classes.statementFailed} role="alert">
              <Trans>Failed to load the latest statement. The figures below are older.</Trans>
            </p>
          )}
          <MaterialStatementView statement={data} period={formatMonthName(data.from.slice(0, 7))} />
        </div>
      ) : (
        <StatementSkeleton />
      )}
    </div>
  )
}

/** Returns the line below a statement's title, such as 'North Dumping Site, up to today'. */
const leadOf = (of: string, month: string, today: string) =>
  today.startsWith(month) ? t`${{ site: of }}, up to today` : of

/**
 * Returns the sites to choose from, the user's own first.
 * An unknown site in the address appears by its id.
 */
function siteChoices(sites: readonly Site[], own: string | undefined, asked: string) {
  const known = sites.toSorted((a, b) => Number(b.id === own) - Number(a.id === own))
  const choices = known.map(({ id, name }) => ({ value: id, label: id === own ? t`${name} (yours)` : name }))
  const offered = asked === ALL || choices.some(({ value }) => value === asked)
  return [...choices, ...(offered ? [] : [{ value: asked, label: asked }]), { value: ALL, label: t`All sites` }]
}

function StatementSkeleton() {
  return (
    <div className={page.sections} aria-busy="true">
      {[180, 420, 170, 210].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </div>
  )
}
