/** The overview: weekly collections, users by role and reports by status. */

import { IconChartBar } from '@tabler/icons-react'
import type { AdminStats } from '#contract/views.ts'
import { REPORT_STATUSES, ROLE_LABELS, ROLES } from '#rules/city.ts'
import { type Datum, series } from '#web/charts/chart-data.ts'
import { Panel } from '#web/components/panel.tsx'
import { PanelInSight } from '#web/components/panel-in-sight.tsx'
import { part } from '#web/components/part.ts'
import { EmptyState } from '#web/components/states.tsx'
import classes from './admin.module.css'

const ExportedPie = part(async () => (await import('#web/features/analytics/exported-pie.tsx')).ExportedPie)
const ExportedBars = part(async () => (await import('#web/features/analytics/exported-bars.tsx')).ExportedBars)
const Weeks = part(async () => (await import('./weeks.tsx')).Weeks)
const CHART_HEIGHT = 344
/** Approximate height of the weekly figures and charts, in px. */
const WEEKS_HEIGHT = 460

const users = { one: 'user', many: 'users' }
const reports = { one: 'report', many: 'reports' }

const statuses = {
  new: { label: 'Pending', color: 'var(--ws-status-new)' },
  'in-progress': { label: 'In Progress', color: 'var(--ws-status-progress)' },
  completed: { label: 'Completed', color: 'var(--ws-status-done)' },
  collected: { label: 'Collected', color: 'var(--ws-status-done)' },
}

/** Returns the number of users per role, without empty roles. */
export function usersByRole({ userStats }: Pick<AdminStats, 'userStats'>): Datum[] {
  return ROLES.map((role, index) => ({
    key: role,
    label: ROLE_LABELS[role],
    value: userStats[role] ?? 0,
    color: series(index),
  })).filter(({ value }) => value > 0)
}

/** Returns the number of reports per status, including empty ones. */
export function reportsByStatus({ reportStats }: Pick<AdminStats, 'reportStats'>): Datum[] {
  return REPORT_STATUSES.map((status) => ({ key: status, ...statuses[status], value: reportStats[status] ?? 0 }))
}

export function Overview({ stats }: { stats: AdminStats | undefined }) {
  return (
    <div className={classes.overview}>
      <PanelInSight title="The last weeks" height={WEEKS_HEIGHT}>
        {stats && <Weeks stats={stats} />}
      </PanelInSight>
      <div className={classes.charts}>
        <PanelInSight title="User Distribution" height={CHART_HEIGHT}>
          {stats && (
            <ExportedPie
              title="User Distribution"
              data={usersByRole(stats)}
              unit={users}
              category="Role"
              source="Source: the accounts now, counted."
            />
          )}
        </PanelInSight>
        {stats?.totalReports === 0 ? (
          <Panel title="Report Status">
            <EmptyState icon={IconChartBar} title="No reports yet">
              As soon as residents report full bins, the reports are counted here by their status.
            </EmptyState>
          </Panel>
        ) : (
          <PanelInSight title="Report Status" height={CHART_HEIGHT}>
            {stats && (
              <ExportedBars
                title="Report Status"
                data={reportsByStatus(stats)}
                unit={reports}
                category="Status"
                source="Source: residents’ reports, counted."
              />
            )}
          </PanelInSight>
        )}
      </div>
    </div>
  )
}
