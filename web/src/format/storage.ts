/** Owns what this browser remembers: no other module touches localStorage, which may be blocked, missing or full. */

export type Remembered = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Values that the browser did not take; null for a value that it did not remove. They last as long as the tab. */
const inTab = new Map<string, string | null>()
let isTold = false

/** Runs on the browser's storage. Returns undefined where the browser refuses, and says so once. */
function attempt<T>(work: (storage: Storage) => T): { result: T } | undefined {
  // The build draws pages without a browser.
  if (typeof window === 'undefined') return undefined
  try {
    // Reading the property throws where a browser blocks cookies; some have it as null.
    return { result: work(window.localStorage) }
  } catch (error) {
    if (!isTold) console.warn('This browser remembers nothing beyond this tab: its storage is blocked or full.', error)
    isTold = true
    return undefined
  }
}

/** What this browser remembers; what its storage does not take is remembered until the tab is closed. */
export const remembered: Remembered = {
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
