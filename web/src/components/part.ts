/**
 * Lazy parts of a screen.
 * A part loads on first use and retries while there is no connection.
 */
import { type ComponentType, lazy } from 'react'
import { isLostStyle, withStyles } from './lost-styles.ts'

/** Error texts of Chromium, Firefox and Safari. */
const NOT_FETCHED = /Failed to fetch dynamically|error loading dynamically|Importing a module script failed/
const MOST_MS = 8_000

/**
 * Returns the result of `load`, with retries until the code has loaded.
 * Throws the errors of the code itself.
 */
export async function persistently<T>(load: () => Promise<T>, waitMs = 500): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!NOT_FETCHED.test(String(error)) && !isLostStyle(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return persistently(load, Math.min(2 * waitMs, MOST_MS))
  }
}

// biome-ignore lint/suspicious/noExplicitAny: `lazy` itself accepts props of any kind
export const part = <C extends ComponentType<any>>(load: () => Promise<C>) =>
  lazy(async () => ({ default: await persistently(() => withStyles(load)) }))
