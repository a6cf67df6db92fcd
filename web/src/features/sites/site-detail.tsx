/** Parts of a site’s page: header, facts, composition and history. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { ActionIcon, Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconChartLine, IconHelpCircle, IconMapPin } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CompositionDay, Site } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { useCompositionDaysQuery } from '#web/features/sites/calls.ts'
import { useRefetchOnRoomChange } from '#web/lib/feed/use-room.ts'
import { formatNumber, formatTonnes } from '#web/lib/format/numbers.ts'
import { NamedValueList } from '#web/ui/figure-table.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Badge, Meter, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import { MaterialRows } from '#web/ui/materials/materials.tsx'
import { sortedSharesOf } from '#web/ui/materials/shares.ts'
import { Panel } from '#web/ui/page.tsx'
import statesClasses from '#web/ui/states.module.css'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './sites.module.css'
import { fillLevelOf, formatFillLevel, type HistoryPeriod, SITE_HISTORY_SPANS_DAYS } from './sites.ts'

/** Site page header: back button, name, location, last update. */
export function SiteHeader({ site, children }: { site: Site; children: ReactNode }) {
  const navigate = useNavigate()
  // Goes to the previous page.
  // If there is none, to the recycler's list of sites.
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/recycler/dashboard'))
  return (
    <div className={classes.siteHead}>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={t`Back`} onClick={back}>
        <IconArrowLeft size={20} aria-hidden="true" />
      </ActionIcon>
      <div className={classes.names}>
        <h1 className={classes.name}>{site.name}</h1>
        <p className={classes.siteWhere}>
          <IconMapPin size={16} aria-hidden="true" /> <span>{site.location}</span> ·{' '}
          <span>
            {site.lastUpdated ? (
              <Trans>
                Last Updated <RelativeTime iso={site.lastUpdated} />
              </Trans>
            ) : (
              <Trans>Never updated</Trans>
            )}
          </span>
        </p>
      </div>
      <SimulatedBadge of={site} />
      {children}
    </div>
  )
}

/** Tiles with facts about a site: fill level, load and materials. */
export function SiteFacts({ site }: { site: Site }) {
  const { percent, left, status, tone } = fillLevelOf(site)
  const types = sortedSharesOf(site.composition).length
  return (
    <div className={classes.siteFacts}>
      <Panel title={t`Capacity Status`} aside={<Badge tone={tone}>{status}</Badge>}>
        <p className={classes.figure}>{formatFillLevel(percent)}</p>
        <Meter label={t`Capacity in use, tons`} value={site.currentCapacity} max={site.maxCapacity} tone={tone} />
        <NamedValueList
          className={classes.list}
          facts={[
            [t`Current Load`, formatTonnes(site.currentCapacity)],
            [t`Maximum Capacity`, formatTonnes(site.maxCapacity)],
            [t`Remaining Capacity`, formatTonnes(left)],
          ]}
        />
      </Panel>
      <Panel title={t`Site Information`}>
        <NamedValueList
          className={classes.list}
          facts={[
            [t`Site ID`, site.id],
            [t`Location`, site.location],
            [t`Zone`, site.zone ?? '–'],
            [
              t`Status`,
              <Badge key="status" tone={tone}>
                {status}
              </Badge>,
            ],
          ]}
        />
      </Panel>
      <Panel title={t`Quick Stats`}>
        <NamedValueList
          className={classes.list}
          facts={[
            [t`Utilization`, formatFillLevel(percent)],
            [t`Free Space`, formatTonnes(left)],
            [t`Waste Types`, types > 0 ? formatNumber(types) : t`Unknown`],
          ]}
        />
      </Panel>
    </div>
  )
}

/** Composition of a site: share and approximate tonnes of each material. */
export function SiteComposition({ site }: { site: Site }) {
  return (
    <Panel title={t`Waste Composition`} aside={<SimulatedBadge of={site} />}>
      {isKnownComposition(site.composition) ? (
        <>
          <MaterialRows label={t`Materials`} composition={site.composition} tonnes={site.currentCapacity} cards />
          <p className={classes.source}>
            <Trans>Source: the site’s latest composition. Tons are shares of the current load.</Trans>
          </p>
        </>
      ) : (
        <EmptyState icon={IconHelpCircle} title={t`Composition unknown`}>
          <Trans>It appears here once the site’s waste has been analysed.</Trans>
        </EmptyState>
      )}
    </Panel>
  )
}

const charts = () => import('#web/features/sites/insights/insight-charts.tsx')
const WeightByDay = lazyWithRetry(async () => (await charts()).WeightByDayChart)
const CompositionByDay = lazyWithRetry(async () => (await charts()).CompositionByDayChart)
const MOST_DAYS = 366

interface SiteHistoryProps {
  siteId: string
  span: HistoryPeriod
  choose(days: string): void
  /** Shows the deliveries of the chosen period. */
  children: ReactNode
}

/** Panel Historical Data: load and composition of a site over time. */
export function SiteHistory({ siteId, span, choose, children }: SiteHistoryProps) {
  // The query has no end date.
  // The setting `compositionDateShiftHours` may give today's record the date of tomorrow.
  const { currentData, error, isFetching, refetch } = useCompositionDaysQuery(
    { site_id: siteId, from: span.from, limit: MOST_DAYS },
    { refetchOnMountOrArgChange: true },
  )
  useRefetchOnRoomChange('sites', refetch)
  const days = currentData?.days
  return (
    <section className={classes.history} aria-label={t`Historical Data`}>
      <div className={classes.head}>
        <h2 className={classes.siteTitle}>
          <Trans>Historical Data</Trans>
        </h2>
        <SimulatedBadge of={days?.find(({ simulated }) => simulated)} />
        <NativeSelect
          aria-label={t`Period`}
          size="md"
          data={SITE_HISTORY_SPANS_DAYS.map((each) => ({ value: String(each), label: t`Last ${each} days` }))}
          value={String(span.days)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </div>
      {error && !days && !isFetching ? (
        <Panel title={t`Load and composition`}>
          <ErrorState message={t`The history of this site could not be loaded.`} retry={() => void refetch()} />
        </Panel>
      ) : (
        <Charts days={days} />
      )}
      {children}
    </section>
  )
}

function Charts({ days }: { days: readonly CompositionDay[] | undefined }) {
  const waiting = (
    <div className={classes.charts}>
      {[t`Load over time`, t`Composition over time`].map((title) => (
        <Panel key={title} title={title} busy>
          <Skeleton height={288} />
        </Panel>
      ))}
    </div>
  )
  if (!days) return waiting
  if (days.length === 0) {
    return (
      <Panel title={t`Load and composition`}>
        <EmptyState icon={IconChartLine} title={t`No records in this period`}>
          <Trans>Each analysis of the site’s waste appears here.</Trans>
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Suspense fallback={waiting}>
      <div className={classes.charts}>
        <WeightByDay title={t`Load over time`} days={days} />
        <CompositionByDay title={t`Composition over time`} days={days} />
      </div>
    </Suspense>
  )
}

/** Error page for an unknown site, with a link back. */
export function SiteNotFound() {
  return (
    <div className={`${statesClasses.page} ${statesClasses.inside}`}>
      <h1 className={statesClasses.noticeTitle}>
        <Trans>Site Not Found</Trans>
      </h1>
      <p className={statesClasses.noticeText}>
        <Trans>The requested waste site could not be found or may have been removed.</Trans>
      </p>
      <div className={statesClasses.actions}>
        <Button component={Link} to="/recycler/dashboard" size="md">
          <Trans>Return to Dashboard</Trans>
        </Button>
      </div>
    </div>
  )
}
