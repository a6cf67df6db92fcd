/** A part of a screen whose code comes when it is first shown. While there is no connection, it is tried again. */
import { type ComponentType, lazy } from 'react'
import { isLostStyle, withStyles } from './lost-styles.ts'

/** In the words of Chromium, Firefox and Safari. */
const NOT_FETCHED = /Failed to fetch dynamically|error loading dynamically|Importing a module script failed/
const MOST_MS = 8_000

/** Answers what `load` answers once it could be fetched; throws what the code itself throws. */
export async function persistently<T>(load: () => Promise<T>, waitMs = 500): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!NOT_FETCHED.test(String(error)) && !isLostStyle(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return persistently(load, Math.min(2 * waitMs, MOST_MS))
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what `lazy` itself asks for: props of any kind
export const part = <C extends ComponentType<any>>(load: () => Promise<C>) =>
  lazy(async () => ({ default: await persistently(() => withStyles(load)) }))
