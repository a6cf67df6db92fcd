/** Additional notes on a zone: predicted time, unconfirmed reports, and a pending check. */

import type { ZoneStatus } from '#contract/views.ts'
import { BurstNotice } from '#web/features/schedules/dispatch/burst-notice.tsx'
import { PredictedTime } from '#web/features/zones/zone-rows.tsx'
import { figure } from '#web/lib/format/numbers.ts'
import classes from './zones.module.css'

export function ZoneNotes({ zone, isWaiting }: { zone: ZoneStatus; isWaiting: boolean }) {
  const { notCounted } = zone
  return (
    <>
      {isWaiting && <PredictedTime status={zone} />}
      {notCounted !== undefined && (
        <p className={classes.note}>
          {figure(notCounted)} more from accounts that are not confirmed; they don’t count yet
        </p>
      )}
      <BurstNotice zone={zone} />
    </>
  )
}
