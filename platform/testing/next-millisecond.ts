/** Waits for the clock, for tests in which the order of two times matters. */
import { setImmediate as turn } from 'node:timers/promises'

/** Resolves once the clock shows a later millisecond than now. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now()
  while (Date.now() <= now) await turn()
}
