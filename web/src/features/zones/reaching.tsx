/** Predicted time of a zone's collection. */
import type { ZoneStatus } from '#contract/views.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { reachingText } from './reaching-words.ts'
import classes from './zone-lines.module.css'

const MINUTE_MS = 60_000

export function Reaching({ status }: { status: ZoneStatus }) {
  const text = reachingText(status, useNow(MINUTE_MS))
  return text && <p className={classes.of}>{text}</p>
}
