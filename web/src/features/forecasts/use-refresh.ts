/** Has a new forecast made, and knows when it is there: the feed tells of it. */
import type { Failure } from '#web/calls/api.ts'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { useRefreshForecastMutation } from './calls.ts'

/** What takes longer goes on, and nobody has to wait for it. */
const WAIT_MS = 60_000
const TICK_MS = 1_000

export interface Refresh {
  /** From the click until the new forecast is there. */
  analyzing: boolean
  failure: Failure | null
  refresh(): void
}

export function useRefresh(): Refresh {
  const { rows } = useRoom('forecasts')
  const now = useNow(TICK_MS)
  const { pending, failure, send } = useCommand('forecasts')
  const [ask] = useRefreshForecastMutation()
  const asked = rows[0]?.requested_at
  const analyzing = pending || (asked !== undefined && now - Date.parse(asked) < WAIT_MS)

  async function refresh() {
    // `failure` says why, on the page.
    const done = await send({}, (key) => ask({ key }).unwrap()).catch(() => undefined)
    if (done) toast('success', done.message)
  }

  return { analyzing, failure, refresh: () => void refresh() }
}
