/**
 * The browser's storage, with a fallback for the open tab.
 * No other module uses localStorage, which may be blocked, missing or full.
 */

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Values that the browser did not store; they last until the tab closes.
 * Null marks a value that it did not remove.
 */
const inTab = new Map<string, string | null>()
let isTold = false

/**
 * Runs an operation on the browser's storage.
 * Returns undefined if the browser refuses it, and logs that once.
 */
function attempt<T>(work: (storage: Storage) => T): { result: T } | undefined {
  // There is no browser while pages are rendered at build time.
  if (typeof window === 'undefined') return undefined
  try {
    // Reading `localStorage` throws if cookies are blocked; in some browsers it is null.
    return { result: work(window.localStorage) }
  } catch (error) {
    if (!isTold) console.warn('This browser remembers nothing beyond this tab: its storage is blocked or full.', error)
    isTold = true
    return undefined
  }
}

/** Stores values in the browser, or in this tab if the browser does not. */
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
