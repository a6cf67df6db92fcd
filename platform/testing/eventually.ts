/** Polls until a check passes. */
import { vi } from 'vitest'
import { POLL_INTERVAL_MS, POLL_TIMEOUT_MS } from './poll-limits.ts'

/** Returns the check's value once it no longer throws; rejects with its last error after {@link POLL_TIMEOUT_MS}. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: POLL_TIMEOUT_MS, interval: POLL_INTERVAL_MS })
