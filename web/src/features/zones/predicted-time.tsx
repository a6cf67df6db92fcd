/** Predicted time of a zone's collection. */
import type { ZoneStatus } from '#contract/views.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { predictedTimeText } from './predicted-time-text.ts'
import classes from './zone-rows.module.css'

const MINUTE_MS = 60_000

export function PredictedTime({ status }: { status: ZoneStatus }) {
  const text = predictedTimeText(status, useNow(MINUTE_MS))
  return text && <p className={classes.of}>{text}</p>
}
