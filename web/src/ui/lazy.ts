/**
 * Lazy parts of a screen.
 * A part loads on first use and retries while there is no connection.
 */
import { type ComponentType, lazy } from 'react'
import { isStyleLoadError, loadWithStyles } from './retry-styles.ts'

/** Error texts of Chromium, Firefox and Safari. */
const NOT_FETCHED = /Failed to fetch dynamically|error loading dynamically|Importing a module script failed/
const MAX_RETRY_MS = 8_000

/**
 * Returns the result of `load`, with retries until the code has loaded.
 * Throws the errors of the code itself.
 */
export async function loadWithRetry<T>(load: () => Promise<T>, waitMs = 500): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!NOT_FETCHED.test(String(error)) && !isStyleLoadError(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return loadWithRetry(load, Math.min(2 * waitMs, MAX_RETRY_MS))
  }
}

// biome-ignore lint/suspicious/noExplicitAny: `lazy` itself accepts props of any kind
export const lazyWithRetry = <C extends ComponentType<any>>(load: () => Promise<C>) =>
  lazy(async () => ({ default: await loadWithRetry(() => loadWithStyles(load)) }))
