/** The resident's reports with their states, and a new one. */

import { MyReports } from '#web/features/reports/my-reports.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'
import { PageHead } from './page-head.tsx'
import classes from './resident.module.css'

export function ResidentReports() {
  useTitle('My Reports')
  return (
    <div className={classes.page}>
      <PageHead title="My Reports" text="Your reports of a full bin, newest first." />
      <MyReports />
    </div>
  )
}
