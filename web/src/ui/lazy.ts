/**
 * Lazy parts of a screen.
 * A part loads on first use and retries while there is no connection.
 */
import { type ComponentType, lazy } from 'react'

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

// Reloads style sheets that failed with their code.
// The bundler requests each sheet only once.

type Load = () => Promise<unknown>

/** Sheets that an earlier load of the function missed. */
const missed = new WeakMap<Load, readonly string[]>()

/** Returns true for the bundler's error about a missing style sheet. */
const isStyleLoadError = (error: unknown) => String(error).includes('Unable to preload CSS')

/** Returns the requested sheets that are not loaded. */
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

/** Returns the result of `load` after the sheets that an earlier try missed. */
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
