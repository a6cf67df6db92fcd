/** Lazy parts of a screen, loaded on first use, with retries while offline. */
import { type ComponentType, lazy } from 'react'

/** Matches the errors of Chromium, Firefox and Safari for code that did not load. */
const NOT_FETCHED = /Failed to fetch dynamically|error loading dynamically|Importing a module script failed/
const MAX_RETRY_MS = 8_000

/**
 * Calls `load` until the code has loaded, and returns the result.
 * Passes on errors that the code itself throws.
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

// Functions that reload style sheets which failed to load together with their code.
// The bundler requests each style sheet only once.

type Load = () => Promise<unknown>

/** Style sheets that failed to load, by the function that loads the component. */
const missed = new WeakMap<Load, readonly string[]>()

/** Returns whether the error is the bundler's error about a missing style sheet. */
const isStyleLoadError = (error: unknown) => String(error).includes('Unable to preload CSS')

/** Returns the URLs of the page's style sheets that failed to load. */
function lostStyles(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const there = new Set(links.filter(({ sheet }) => sheet).map(({ href }) => href))
  return links.map(({ href }) => href).filter((href) => !there.has(href))
}

function fetchStyle(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(`Unable to preload CSS for ${href}`))
    }
    link.href = href
    document.head.append(link)
  })
}

/** Loads style sheets that failed earlier, then calls `load`. */
export async function loadWithStyles<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all((missed.get(load) ?? []).map(fetchStyle))
  missed.delete(load)
  try {
    return await load()
  } catch (error) {
    if (isStyleLoadError(error)) missed.set(load, lostStyles())
    throw error
  }
}
