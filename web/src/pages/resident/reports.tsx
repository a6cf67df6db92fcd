/** Page of the resident's reports with their states, and a button for a new report. */

import { t } from '@lingui/core/macro'
import { MyReports } from '#web/features/reports/my-reports.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'
import { PageHead } from './page-head.tsx'
import classes from './resident.module.css'

export function ResidentReports() {
  useTitle(t`My Reports`)
  return (
    <div className={classes.page}>
      <PageHead title={t`My Reports`} text={t`Your reports of a full bin, newest first.`} />
      <MyReports />
    </div>
  )
}
