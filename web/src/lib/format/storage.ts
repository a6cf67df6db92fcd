/**
 * Browser storage with a fallback per tab.
 * No other module uses localStorage, which may be blocked, missing or full.
 */

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Values that the browser refused to store, until the tab closes.
 * Null marks a value that it refused to remove.
 */
const inTab = new Map<string, string | null>()
let isTold = false

/**
 * Runs on the browser's storage.
 * Returns undefined after a refusal, which it logs once.
 */
function attempt<T>(work: (storage: Storage) => T): { result: T } | undefined {
  // The build renders pages without a browser.
  if (typeof window === 'undefined') return undefined
  try {
    // The property throws where a browser blocks cookies, and is null in some.
    return { result: work(window.localStorage) }
  } catch (error) {
    if (!isTold) console.warn('This browser remembers nothing beyond this tab: its storage is blocked or full.', error)
    isTold = true
    return undefined
  }
}

/** Stores values in the browser, or in this tab if that fails. */
export const browserStorage: BrowserStorage = {
  getItem(key) {
    const own = inTab.get(key)
    if (own !== undefined) return own
    return attempt((storage) => storage.getItem(key))?.result ?? null
  },
  setItem(key, value) {
    if (attempt((storage) => storage.setItem(key, value))) inTab.delete(key)
    else inTab.set(key, value)
  },
  removeItem(key) {
    if (attempt((storage) => storage.removeItem(key))) inTab.delete(key)
    else inTab.set(key, null)
  },
}
