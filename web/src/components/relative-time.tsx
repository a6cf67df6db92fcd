/** How long ago something was, with the exact time on hover and focus. */
import { useNow } from './ticker.ts'
import { exactTime, timeAgo } from './times.ts'

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
