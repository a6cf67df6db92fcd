/**
 * Waits until this process's views reach a log position.
 * A client that has already seen newer rows must not receive older ones.
 */
import type { ReadDependencies } from '../queries/dependencies.ts'
import { systemFeedClock } from './limits.ts'

const CATCH_UP_TIMEOUT_MS = 2_000

/**
 * Returns a function that waits up to 2 s until the views reach a position.
 * It returns false at once if the position is beyond the log's end, `head`.
 */
export function createPositionWaiter(
  runner: ReadDependencies['runner'],
  head: () => Promise<number>,
  { pause } = systemFeedClock,
) {
  const waiting = new Set<{ position: number; go: () => void }>()
  runner.onEvents(() => {
    const reached = runner.position()
    for (const reader of waiting) {
      if (reader.position > reached) continue
      waiting.delete(reader)
      reader.go()
    }
  })

  return async function reach(position: number): Promise<boolean> {
    if (position <= runner.position()) return true
    if (position > (await head())) return false
    if (position <= runner.position()) return true
    const { promise, resolve: go } = Promise.withResolvers<void>()
    const reader = { position, go }
    waiting.add(reader)
    void pause(CATCH_UP_TIMEOUT_MS).then(go)
    await promise
    waiting.delete(reader)
    return true
  }
}
