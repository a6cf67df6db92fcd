/** Relative time, with the exact time on hover and focus. */

import { exactTime, timeAgo } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'

const STEP_MS = 5_000

export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow(STEP_MS)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be reachable without a pointer
    <time dateTime={iso} tabIndex={0} className="ws-hint" style={{ whiteSpace: 'nowrap' }} data-hint={exactTime(iso)}>
      {timeAgo(iso, now)}
    </time>
  )
}
