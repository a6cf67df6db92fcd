/** Waits for the clock, for tests that depend on the order of two times. */
import { setImmediate as turn } from 'node:timers/promises'

/** Resolves once the clock shows a later millisecond. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now()
  while (Date.now() <= now) await turn()
}
