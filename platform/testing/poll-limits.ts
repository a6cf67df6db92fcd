/** Limits for polling in tests. */

/**
 * Limit that ends a hang, a minute before the limit of a test.
 * Training jobs take more than a minute on a busy machine.
 */
export const POLL_TIMEOUT_MS = 240_000
export const POLL_INTERVAL_MS = 50
