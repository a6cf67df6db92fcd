/** Parts of a site’s page: head, facts, composition and history. */
import '#web/ui/input-styles.ts'
import { ActionIcon, Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconChartLine, IconHelpCircle, IconMapPin } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CompositionDay, Site } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { useCompositionDaysQuery } from '#web/features/sites/calls.ts'
import { useRefreshWith } from '#web/lib/feed/use-room.ts'
import { figure, tonnes } from '#web/lib/format/numbers.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Badge, Meter, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import { MaterialRows } from '#web/ui/materials/materials.tsx'
import { sharesIn } from '#web/ui/materials/shares.ts'
import { Panel } from '#web/ui/page.tsx'
import statesClasses from '#web/ui/states.module.css'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './sites.module.css'
import { fullnessOf, fullnessText, SPANS, type Span } from './sites.ts'

/** Head of a site's screen: back button, name, location and last update. */
export function SiteHead({ site, children }: { site: Site; children: ReactNode }) {
  const navigate = useNavigate()
  // A visitor from an external link has no earlier page.
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/recycler/dashboard'))
  return (
    <div className={classes.siteHead}>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label="Back" onClick={back}>
        <IconArrowLeft size={20} aria-hidden="true" />
      </ActionIcon>
      <div className={classes.names}>
        <h1 className={classes.name}>{site.name}</h1>
        <p className={classes.siteWhere}>
          <IconMapPin size={16} aria-hidden="true" /> <span>{site.location}</span> · Last Updated{' '}
          {site.lastUpdated ? <RelativeTime iso={site.lastUpdated} /> : <span>Never</span>}
        </p>
      </div>
      <SimulatedBadge of={site} />
      {children}
    </div>
  )
}

/** Key figures of a site: fill level, load and materials. */
export function SiteFacts({ site }: { site: Site }) {
  const { percent, left, status, tone } = fullnessOf(site)
  const types = sharesIn(site.composition).length
  return (
    <div className={classes.siteFacts}>
      <Panel title="Capacity Status" aside={<Badge tone={tone}>{status}</Badge>}>
        <p className={classes.figure}>{fullnessText(percent)}</p>
        <Meter label="Capacity in use, tons" value={site.currentCapacity} max={site.maxCapacity} tone={tone} />
        <Facts
          facts={[
            ['Current Load', tonnes(site.currentCapacity)],
            ['Maximum Capacity', tonnes(site.maxCapacity)],
            ['Remaining Capacity', tonnes(left)],
          ]}
        />
      </Panel>
      <Panel title="Site Information">
        <Facts
          facts={[
            ['Site ID', site.id],
            ['Location', site.location],
            ['Zone', site.zone ?? '–'],
            [
              'Status',
              <Badge key="status" tone={tone}>
                {status}
              </Badge>,
            ],
          ]}
        />
      </Panel>
      <Panel title="Quick Stats">
        <Facts
          facts={[
            ['Utilization', fullnessText(percent)],
            ['Free Space', tonnes(left)],
            ['Waste Types', types > 0 ? figure(types) : 'Unknown'],
          ]}
        />
      </Panel>
    </div>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.list}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Composition of a site: a card per material with share and approximate tonnes. */
export function SiteComposition({ site }: { site: Site }) {
  return (
    <Panel title="Waste Composition" aside={<SimulatedBadge of={site} />}>
      {isKnownComposition(site.composition) ? (
        <>
          <MaterialRows label="Materials" composition={site.composition} tonnes={site.currentCapacity} cards />
          <p className={classes.source}>Source: the site’s latest composition. Tons are shares of the current load.</p>
        </>
      ) : (
        <EmptyState icon={IconHelpCircle} title="Composition unknown">
          It appears here once the site’s waste has been analysed.
        </EmptyState>
      )}
    </Panel>
  )
}

const charts = () => import('#web/features/sites/insights/insight-charts.tsx')
const WeightByDay = lazyWithRetry(async () => (await charts()).WeightByDay)
const CompositionByDay = lazyWithRetry(async () => (await charts()).CompositionByDay)
const MOST_DAYS = 366

interface SiteHistoryProps {
  siteId: string
  span: Span
  choose(days: string): void
  /** Deliveries of the period. */
  children: ReactNode
}

/** Historical Data: a site's load and composition over time. */
export function SiteHistory({ siteId, span, choose, children }: SiteHistoryProps) {
  // Without an end: the date shift assigns a late record to tomorrow.
  const { currentData, error, isFetching, refetch } = useCompositionDaysQuery(
    { site_id: siteId, from: span.from, limit: MOST_DAYS },
    { refetchOnMountOrArgChange: true },
  )
  useRefreshWith('sites', refetch)
  const days = currentData?.days
  return (
    <section className={classes.history} aria-label="Historical Data">
      <div className={classes.head}>
        <h2 className={classes.siteTitle}>Historical Data</h2>
        <SimulatedBadge of={days?.find(({ simulated }) => simulated)} />
        <NativeSelect
          aria-label="Period"
          size="md"
          data={SPANS.map((each) => ({ value: String(each), label: `Last ${each} days` }))}
          value={String(span.days)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </div>
      {error && !days && !isFetching ? (
        <Panel title="Load and composition">
          <ErrorState message="The history of this site could not be loaded." retry={() => void refetch()} />
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
      {['Load over time', 'Composition over time'].map((title) => (
        <Panel key={title} title={title} busy>
          <Skeleton height={288} />
        </Panel>
      ))}
    </div>
  )
  if (!days) return waiting
  if (days.length === 0) {
    return (
      <Panel title="Load and composition">
        <EmptyState icon={IconChartLine} title="No records in this period">
          Each analysis of the site’s waste appears here.
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Suspense fallback={waiting}>
      <div className={classes.charts}>
        <WeightByDay title="Load over time" days={days} />
        <CompositionByDay title="Composition over time" days={days} />
      </div>
    </Suspense>
  )
}

/** Error page of an unknown site with a link back. */
export function SiteNotFound() {
  return (
    <div className={`${statesClasses.page} ${statesClasses.inside}`}>
      <h1 className={statesClasses.noticeTitle}>Site Not Found</h1>
      <p className={statesClasses.noticeText}>The requested waste site could not be found or may have been removed.</p>
      <div className={statesClasses.actions}>
        <Button component={Link} to="/recycler/dashboard" size="md">
          Return to Dashboard
        </Button>
      </div>
    </div>
  )
}
