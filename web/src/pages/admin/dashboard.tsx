/** The admin's dashboard: figures and health of the installation, users, reports and waste sites. */
import { part } from '#web/components/part.ts'
import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { failureText } from '#web/calls/api.ts'
import { useSession } from '#web/calls/session.ts'
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useLiveRefresh } from '#web/feed/live-refresh.ts'
import { useTitle } from '#web/hooks/title.ts'
import classes from './admin.module.css'
import { useAdminStatsQuery } from './calls.ts'
import { Overview } from './overview.tsx'
import { StatCards } from './stat-cards.tsx'

const ReportsTab = part(async () => (await import('./reports-tab.tsx')).ReportsTab)
const SitesTab = part(async () => (await import('./sites-tab.tsx')).SitesTab)
const SecurityTab = part(async () => (await import('./security-tab.tsx')).SecurityTab)
const OperationsTab = part(async () => (await import('./operations/operations-tab.tsx')).OperationsTab)
const UsersTab = part(async () => (await import('./users-tab.tsx')).UsersTab)
const tabs = {
  overview: 'Overview',
  users: 'Users',
  reports: 'Reports',
  sites: 'Waste Sites',
  security: 'Security',
  operations: 'Operations',
}

export function AdminDashboard() {
  const { user } = useSession()
  const { data: stats, error, isFetching, refetch } = useAdminStatsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab') ?? ''
  const tab = Object.hasOwn(tabs, asked) ? asked : 'overview'
  useTitle('Dashboard')
  useLiveRefresh(refetch)
  return (
    <div className={page.page}>
      <PageHead
        title="Admin Dashboard"
        lead={`Welcome back, ${user?.name ?? 'Admin'}. This is how the installation is doing.`}
        titleAlone
      >
        <FreshnessBadge />
      </PageHead>
      {error && !stats && !isFetching ? (
        <Panel title="Figures">
          <ErrorState message={failureText(error, 'Failed to load the figures')} retry={() => void refetch()} />
        </Panel>
      ) : (
        <StatCards stats={stats} />
      )}
      {/* A new tab starts without the previous one's search and page. */}
      <Tabs value={tab} onChange={(next) => next && setParams({ tab: next })} keepMounted={false}>
        <Tabs.List className={classes.tabs} aria-label="What to show">
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
