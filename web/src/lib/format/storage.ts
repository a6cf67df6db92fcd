/**
 * The browser's storage, with a fallback for the open tab.
 * No other module uses localStorage or sessionStorage, which may be blocked, missing or full.
 */

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

let isWarned = false

/**
 * Runs an operation on a storage of the browser.
 * Returns undefined if the browser refuses it, and logs that once.
 */
function attempt<T>(name: 'localStorage' | 'sessionStorage', work: (storage: Storage) => T): { result: T } | undefined {
  // There is no browser while pages are rendered at build time.
  if (typeof window === 'undefined') return undefined
  try {
    // Reading `localStorage` throws if cookies are blocked; in some browsers it is null.
    return { result: work(window[name]) }
  } catch (error) {
    if (!isWarned)
      console.warn('This browser remembers nothing beyond this tab: its storage is blocked or full.', error)
    isWarned = true
    return undefined
  }
}

function openStorage(name: 'localStorage' | 'sessionStorage'): BrowserStorage {
  /**
   * Values that the browser did not store; they last until the tab closes.
   * Null marks a value that it did not remove.
   */
  const inTab = new Map<string, string | null>()
  return {
    getItem(key) {
      const own = inTab.get(key)
      if (own !== undefined) return own
      return attempt(name, (storage) => storage.getItem(key))?.result ?? null
    },
    setItem(key, value) {
      if (attempt(name, (storage) => storage.setItem(key, value))) inTab.delete(key)
      else inTab.set(key, value)
    },
    removeItem(key) {
      if (attempt(name, (storage) => storage.removeItem(key))) inTab.delete(key)
      else inTab.set(key, null)
    },
  }
}

/** Stores values in the browser, or in this tab if the browser does not. */
export const browserStorage: BrowserStorage = openStorage('localStorage')

/** Stores values for this tab; they survive a reload. */
export const tabStorage: BrowserStorage = openStorage('sessionStorage')
