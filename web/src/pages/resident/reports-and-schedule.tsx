/** The residents' pages 'my reports' and 'collections of my zone'. */

import { t } from '@lingui/core/macro'
import { MyReports } from '#web/features/reports/my-reports.tsx'
import { CollectionGuidelines, ZoneSchedules } from '#web/features/schedules/zone-schedules.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import classes from './resident.module.css'

/** Page of the resident's reports with states, and a button for a new one. */
export function ResidentReports() {
  useTitle(t`My Reports`)
  return (
    <div className={classes.page}>
      <PageHead title={t`My Reports`} text={t`Your reports of a full bin, newest first.`} />
      <MyReports />
    </div>
  )
}

/** Page of the zone's collections, with sorting guidelines. */
export function ResidentSchedule() {
  useTitle(t`Collection Schedule`)
  const { user } = useSession()
  return (
    <div className={classes.page}>
      <PageHead title={t`Collection Schedule`} text={user?.zone ?? t`Zone not assigned`} />
      <ZoneSchedules />
      <CollectionGuidelines />
    </div>
  )
}

/** Header of a resident's screen: title, sentence, freshness badge. */
function PageHead({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.welcome}>
      <div className={classes.greeting}>
        <h1 className={classes.name}>{title}</h1>
        <p className={classes.hint}>{text}</p>
      </div>
      <FreshnessBadge system />
    </div>
  )
}
