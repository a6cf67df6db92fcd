/** Collections of the resident's zone, and sorting guidelines. */

import { CollectionGuidelines, ZoneSchedules } from '#web/features/schedules/my-zone/zone-schedules.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { PageHead } from './page-head.tsx'
import classes from './resident.module.css'

export function ResidentSchedule() {
  useTitle('Collection Schedule')
  const { user } = useSession()
  return (
    <div className={classes.page}>
      <PageHead title="Collection Schedule" text={user?.zone ?? 'Zone not assigned'} />
      <ZoneSchedules />
      <CollectionGuidelines />
    </div>
  )
}
