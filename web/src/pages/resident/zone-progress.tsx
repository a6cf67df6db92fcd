/** Progress of the resident's zone towards its next collection. */
import { Skeleton } from '@mantine/core'
import { Meter } from '#web/components/meter.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './resident.module.css'

export function ZoneProgress() {
  const zone = useRoom('my-zone').rows[0]
  if (!zone) return <Skeleton height={37} mt={16} />
  const { currentReports, requiredReports, thresholdReached } = zone
  return (
    <div className={classes.progress}>
      <Meter
        label={`Reports in ${zone.zone}`}
        value={currentReports}
        max={requiredReports}
        tone={thresholdReached ? 'done' : 'new'}
      />
      <p className={classes.hint}>
        <b>{currentReports}</b> of {requiredReports} bins reported in {zone.zone}
      </p>
    </div>
  )
}
