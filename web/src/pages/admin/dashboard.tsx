/** The admin's dashboard: installation figures and health, users, reports, waste sites. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Tabs, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChartBar,
  IconChevronDown,
  IconCircleCheck,
  IconHeartbeat,
  IconMapPin,
  IconReport,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, Suspense, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminStats, SystemHealth } from '#contract/views.ts'
import { REPORT_STATUSES, ROLES } from '#domain/city.ts'
import { failureTextOf } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { roleNameOf } from '#web/lib/format/labels.ts'
import { formatBytes, formatNumber } from '#web/lib/format/numbers.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { type ChartDatum, seriesColourOf } from '#web/ui/charts/chart-data.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { FreshnessBadge, SimulatedBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { LazyPanel, PageHead, Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './admin.module.css'
import { useAdminStatsQuery } from './admin.ts'

const ExportedPie = lazyWithRetry(async () => (await import('#web/features/analytics/charts.tsx')).ExportablePieChart)
const ExportedBars = lazyWithRetry(async () => (await import('#web/features/analytics/charts.tsx')).ExportableBarChart)
const Weeks = lazyWithRetry(async () => (await import('./weeks.tsx')).WeeklyCollections)
const ReportsTab = lazyWithRetry(async () => (await import('./list-tabs.tsx')).ReportsTab)
const SitesTab = lazyWithRetry(async () => (await import('./list-tabs.tsx')).SitesTab)
const SecurityTab = lazyWithRetry(async () => (await import('./list-tabs.tsx')).SecurityTab)
const OperationsTab = lazyWithRetry(async () => (await import('./operations/operations-tab.tsx')).OperationsTab)
const UsersTab = lazyWithRetry(async () => (await import('./list-tabs.tsx')).UsersTab)

const CHART_HEIGHT = 344
/** Approximate height of the weekly figures and charts, in px. */
const WEEKS_HEIGHT = 460

const tabLabels = () => ({
  overview: t`Overview`,
  users: t`Users`,
  reports: t`Reports`,
  sites: t`Waste Sites`,
  security: t`Security`,
  operations: t`Operations`,
})

export function AdminDashboard() {
  const { user } = useSession()
  const { data: stats, error, isFetching, refetch } = useAdminStatsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab') ?? ''
  const tabs = tabLabels()
  const tab = Object.hasOwn(tabs, asked) ? asked : 'overview'
  useTitle(t`Dashboard`)
  useLiveRefresh(refetch)
  return (
    <div className={page.page}>
      <PageHead title={t`Admin Dashboard`} lead={t`Welcome back, ${{ name: user?.name ?? t`Admin` }}.`} titleAlone>
        <FreshnessBadge />
      </PageHead>
      {error && !stats && !isFetching ? (
        <Panel title={t`Figures`}>
          <ErrorState message={failureTextOf(error, t`Failed to load the figures`)} retry={() => void refetch()} />
        </Panel>
      ) : (
        <StatCards stats={stats} />
      )}
      {/* Unmounts the tab that the user leaves, so that the next tab starts without its search and page number. */}
      <Tabs value={tab} onChange={(next) => next && setParams({ tab: next })} keepMounted={false}>
        <Tabs.List className={classes.tabs} aria-label={t`Sections`}>
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value} className={classes.tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview stats={stats} />
        </Tabs.Panel>
        <Suspense fallback={<Skeleton height={320} mt="md" />}>
          <Tabs.Panel value="users">
            <UsersTab />
          </Tabs.Panel>
          <Tabs.Panel value="reports">
            <ReportsTab />
          </Tabs.Panel>
          <Tabs.Panel value="sites">
            <SitesTab sites={stats?.wasteStats} />
          </Tabs.Panel>
          <Tabs.Panel value="security">
            <SecurityTab />
          </Tabs.Panel>
          <Tabs.Panel value="operations">
            <OperationsTab />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </div>
  )
}

const figureLabels = () =>
  [
    { key: 'totalUsers', label: t`Total Users`, icon: IconUsers },
    { key: 'totalReports', label: t`Total Reports`, icon: IconReport },
    { key: 'totalWasteSites', label: t`Waste Sites`, icon: IconMapPin },
  ] as const

/** Cards with the four figures at the dashboard's top. */
function StatCards({ stats }: { stats: AdminStats | undefined }) {
  return (
    <section className={classes.cards} aria-label={t`Key figures`}>
      {figureLabels().map(({ key, label, icon }) => (
        <StatCard
          key={key}
          label={label}
          icon={icon}
          value={stats?.[key]}
          marked={key === 'totalWasteSites' ? undefined : stats}
        />
      ))}
      <HealthCard health={stats?.systemHealth} />
    </section>
  )
}

interface StatCardProps {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  value: number | undefined
  /** Statistics whose field `simulated` decides whether the card shows the badge 'simulated'. */
  marked: Pick<AdminStats, 'simulated'> | undefined
}

function StatCard({ label, icon: Icon, value, marked }: StatCardProps) {
  return (
    <div className={classes.card}>
      <p className={classes.label}>
        {label}
        <Icon size={20} stroke={1.5} aria-hidden="true" />
      </p>
      {value === undefined ? (
        <Skeleton height={34} width={72} />
      ) : (
        <p className={classes.figure}>
          <span>{formatNumber(value)}</span> <SimulatedBadge of={marked} />
        </p>
      )}
    </div>
  )
}

const statusLegend = () => ({
  new: { label: t`Pending`, color: 'var(--ws-status-new)' },
  'in-progress': { label: t`In Progress`, color: 'var(--ws-status-progress)' },
  completed: { label: t`Completed`, color: 'var(--ws-status-done)' },
  collected: { label: t`Collected`, color: 'var(--ws-status-done)' },
})

/** Returns the number of users per role; omits roles without users. */
function usersByRole({ userStats }: Pick<AdminStats, 'userStats'>): ChartDatum[] {
  return ROLES.map((role, index) => ({
    key: role,
    label: roleNameOf(role),
    value: userStats[role] ?? 0,
    color: seriesColourOf(index),
  })).filter(({ value }) => value > 0)
}

/** Returns the reports per status, including statuses without reports. */
function reportsByStatus({ reportStats }: Pick<AdminStats, 'reportStats'>): ChartDatum[] {
  const labels = statusLegend()
  return REPORT_STATUSES.map((status) => ({ key: status, ...labels[status], value: reportStats[status] ?? 0 }))
}

function Overview({ stats }: { stats: AdminStats | undefined }) {
  return (
    <div className={classes.overview}>
      <LazyPanel title={t`Recent weeks`} height={WEEKS_HEIGHT}>
        {stats && <Weeks stats={stats} />}
      </LazyPanel>
      <div className={classes.charts}>
        <LazyPanel title={t`User Distribution`} height={CHART_HEIGHT}>
          {stats && (
            <ExportedPie
              title={t`User Distribution`}
              data={usersByRole(stats)}
              unit="users"
              category={t`Role`}
              source={t`Source: current accounts.`}
            />
          )}
        </LazyPanel>
        {stats?.totalReports === 0 ? (
          <Panel title={t`Report Status`}>
            <EmptyState icon={IconChartBar} title={t`No reports yet`}>
              <Trans>Reports are counted here by status as soon as residents send them.</Trans>
            </EmptyState>
          </Panel>
        ) : (
          <LazyPanel title={t`Report Status`} height={CHART_HEIGHT}>
            {stats && (
              <ExportedBars
                title={t`Report Status`}
                data={reportsByStatus(stats)}
                unit="reports"
                category={t`Status`}
                source={t`Source: residents’ reports.`}
              />
            )}
          </LazyPanel>
        )}
      </div>
    </div>
  )
}

const healthTones: Record<SystemHealth['status'], string> = {
  Healthy: 'done',
  Degraded: 'progress',
  Critical: 'critical',
}

const healthLabels = (): Record<SystemHealth['status'], string> => ({
  Healthy: t`Healthy`,
  Degraded: t`Degraded`,
  Critical: t`Critical`,
})

/**
 * Card with the installation's health in one word.
 * Hover and focus show reasons; measurements show on request.
 */
function HealthCard({ health }: { health: SystemHealth | undefined }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!health) {
    return (
      <div className={classes.card}>
        <p className={classes.label}>
          <Trans>System Health</Trans>
          <IconHeartbeat size={20} stroke={1.5} aria-hidden="true" />
        </p>
        <Skeleton height={34} width={120} />
      </div>
    )
  }
  const Icon = health.status === 'Healthy' ? IconCircleCheck : IconAlertTriangle
  const why = health.reasons.length > 0 ? health.reasons.join(' ') : t`No problems found.`
  return (
    <>
      <UnstyledButton
        className={`${classes.card} ws-hint`}
        data-hint={why}
        data-east
        aria-description={why}
        data-tone={healthTones[health.status]}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.label}>
          <Trans>System Health</Trans>
          <IconHeartbeat size={20} stroke={1.5} aria-hidden="true" />
        </span>
        <span className={classes.health}>
          <Icon size={24} stroke={1.75} aria-hidden="true" />
          <span className={classes.word}>{healthLabels()[health.status]}</span>
          <span className={classes.more}>
            <Trans>Details</Trans>
            <IconChevronDown size={16} aria-hidden="true" data-open={open || undefined} />
          </span>
        </span>
      </UnstyledButton>
      {open && <HealthDetail id={id} health={health} />}
    </>
  )
}

/** Returns the measurements as text; a dash for unknown values. */
function measurements({ lag, queue, disk, quarantined }: SystemHealth): [name: string, value: string, note: string][] {
  return [
    [
      t`Lag`,
      plural({ events: lag }, { one: '# event', other: '# events' }),
      t`Events that the screens do not show yet`,
    ],
    [
      t`Queue`,
      queue
        ? t`${{ waiting: formatNumber(queue.waiting) }} waiting, ${{ failed: formatNumber(queue.failed) }} failed`
        : '–',
      queue ? t`Background tasks: emails, photo analyses, forecasts` : t`Not available`,
    ],
    [
      t`Disk`,
      disk ? t`${{ free: formatBytes(disk.free) }} of ${{ total: formatBytes(disk.total) }} free` : '–',
      disk ? t`The disk of the data folder` : t`Not available`,
    ],
    [
      t`Quarantined`,
      plural({ events: quarantined }, { one: '# event', other: '# events' }),
      t`Events that could not be processed`,
    ],
  ]
}

/** Table of the measurements behind the installation's health. */
function HealthDetail({ id, health }: { id: string; health: SystemHealth }) {
  return (
    <div id={id} className={classes.detail}>
      {health.reasons.length > 0 && (
        <ul className={classes.reasons}>
          {health.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <dl className={classes.measurements}>
        {measurements(health).map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.value}>{value}</dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
