/** Clock of the feed's limits. */

export interface FeedClock {
  /** Returns milliseconds of a monotonic clock. */
  now(): number
  /** Resolves after this many milliseconds. Does not keep the process alive. */
  pause(ms: number): Promise<void>
}

/** Reads the machine's own clock. */
export const systemClock: FeedClock = {
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => void setTimeout(resolve, ms).unref()),
}
