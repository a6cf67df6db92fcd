/** Limits for polling a condition in a test. */

/** Ends a hang, a minute before the limit of a test does. Jobs that learn take more than a minute on a busy machine. */
export const POLL_TIMEOUT_MS = 240_000
export const POLL_INTERVAL_MS = 50
