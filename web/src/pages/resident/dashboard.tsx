/** The resident's dashboard: report a full bin with one thumb, and see what becomes of it. */

import { UnconfirmedNotice } from '#web/features/accounts/unconfirmed-notice.tsx'
import { QuickReport } from '#web/features/reports/quick-report.tsx'
import { RecentReports } from '#web/features/reports/recent-reports.tsx'
import { ReportCounts } from '#web/features/reports/report-counts.tsx'
import { useTitle } from '#web/hooks/title.ts'
import { ClosedZone } from './closed-zone.tsx'
import { CollectionStatus } from './collection-status.tsx'
import { EcoTips } from './eco-tips.tsx'
import classes from './resident.module.css'
import { Welcome } from './welcome.tsx'

export function ResidentDashboard() {
  useTitle('Dashboard')
  return (
    <div className={classes.page}>
      <Welcome />
      <UnconfirmedNotice />
      <ClosedZone />
      <div className={classes.columns}>
        <div className={classes.column}>
          <QuickReport />
          <CollectionStatus />
        </div>
        <div className={classes.column}>
          <RecentReports />
          <ReportCounts />
        </div>
      </div>
      <EcoTips />
    </div>
  )
}
