/** The collections of the resident's zone: when the truck comes, which one, and what belongs in which bin. */
import { useSession } from '#web/app/session.ts'
import { useTitle } from '#web/components/shell/title.ts'
import { CollectionGuidelines } from '#web/features/collections/collection-guidelines.tsx'
import { ZoneSchedules } from '#web/features/collections/zone-schedules.tsx'
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
