/** Limits for polling a condition in a test. */

/** Ends a hang; a condition that comes true at all does so long before. */
export const POLL_TIMEOUT_MS = 60_000
export const POLL_INTERVAL_MS = 50
