/** Waits for positions: a board that has seen more than this process, from another one, must not be taken back in time. */
import type { Reading } from '../reading/reading.ts'
import { systemClock } from './clock.ts'

const CATCH_UP_MS = 2_000

/**
 * Answers a function that waits until the views are true at a position, and at most 2 s. It answers false, at once, for a
 * position that is beyond the log's end `head`: there is nothing to wait for.
 */
export function createCatchUp(runner: Reading['runner'], head: () => Promise<number>, { pause } = systemClock) {
  let waiting: { position: number; go: () => void }[] = []
  runner.onEvents(() => {
    const reached = runner.position()
    for (const { position, go } of waiting) if (position <= reached) go()
    waiting = waiting.filter(({ position }) => position > reached)
  })

  return async function reach(position: number): Promise<boolean> {
    if (position <= runner.position()) return true
    if (position > (await head())) return false
    if (position <= runner.position()) return true
    const { promise, resolve: go } = Promise.withResolvers<void>()
    const reader = { position, go }
    waiting.push(reader)
    void pause(CATCH_UP_MS).then(go)
    await promise
    waiting = waiting.filter((other) => other !== reader)
    return true
  }
}
