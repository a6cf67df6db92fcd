/** The resident's dashboard: report a full bin and follow the report. */

import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { Panel } from '#web/components/panel.tsx'
import { part } from '#web/components/part.ts'
import { UnconfirmedNotice } from '#web/features/accounts/unconfirmed-notice.tsx'
import { QuickReport } from '#web/features/reports/quick-report.tsx'
import { RecentReports } from '#web/features/reports/recent-reports.tsx'
import { ReportCounts } from '#web/features/reports/report-counts.tsx'
import { useTitle } from '#web/hooks/title.ts'
import { ClosedZone } from './closed-zone.tsx'
import { EcoTips } from './eco-tips.tsx'
import classes from './resident.module.css'
import { Welcome } from './welcome.tsx'

const CollectionStatus = part(async () => (await import('./collection-status.tsx')).CollectionStatus)

/** Placeholder of the card, which loads after the code for reports. */
const status = (
  <Panel title="Collection Status">
    <div className={classes.status}>
      <Skeleton height={168} />
    </div>
  </Panel>
)

export function ResidentDashboard() {
  useTitle('Dashboard')
  return (
    <div className={classes.page}>
      <Welcome />
      <div className={classes.columns}>
        <div className={classes.column}>
          <QuickReport />
          <UnconfirmedNotice />
          <ClosedZone />
          <Suspense fallback={status}>
            <CollectionStatus />
          </Suspense>
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
