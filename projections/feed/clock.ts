/** Clock by which the feed measures its rate limits. */

export interface FeedClock {
  /** Returns milliseconds of a monotonic clock. */
  now(): number
  /** Resolves after `ms` milliseconds. Does not keep the process alive. */
  pause(ms: number): Promise<void>
}

/** Clock of this machine. */
export const systemFeedClock: FeedClock = {
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => void setTimeout(resolve, ms).unref()),
}
