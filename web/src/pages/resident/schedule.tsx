/** Page of the collections in the resident's zone, and of sorting guidelines. */

import { t } from '@lingui/core/macro'
import { CollectionGuidelines, ZoneSchedules } from '#web/features/schedules/zone-schedules.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { PageHead } from './page-head.tsx'
import classes from './resident.module.css'

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
