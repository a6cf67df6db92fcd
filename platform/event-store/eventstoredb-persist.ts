/** Asks EventStoreDB again while it can't be reached, with the very same request, until a patience ends. */

import { setTimeout as sleep } from 'node:timers/promises'
import { outcomeUnknown, toUnavailable } from './eventstoredb-wire.ts'

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1000

/** Tries again as long as the server refused nothing for good and the patience lasts; then rejects with what that means. */
export async function persist<Answer>(patienceMs: number, attempt: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!outcomeUnknown(error) || Date.now() + wait > deadline) throw toUnavailable(error)
    }
    await sleep(wait)
  }
}
