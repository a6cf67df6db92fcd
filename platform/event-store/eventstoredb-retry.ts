/** Retries a request to EventStoreDB with backoff while the server is unreachable. */

import { setTimeout as sleep } from 'node:timers/promises'
import { isOutcomeUnknown, toStoreError } from './eventstoredb-wire.ts'

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1000

/**
 * Repeats an attempt until it succeeds, until the server refuses it for good, or until `patienceMs` are over.
 * Then rejects with the error for the caller.
 */
export async function retryUntilReachable<Answer>(patienceMs: number, attempt: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isOutcomeUnknown(error) || Date.now() + wait > deadline) throw toStoreError(error)
    }
    await sleep(wait)
  }
}
