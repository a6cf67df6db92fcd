/**
 * The browser's storage, with the open tab's memory as a fallback.
 * Only this module uses localStorage and sessionStorage.
 * Each of these may be blocked, missing or full.
 */

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

let isWarned = false

/**
 * Runs an operation on localStorage or sessionStorage.
 * If the browser refuses it, returns undefined; logs only the first refusal.
 */
function attempt<T>(name: 'localStorage' | 'sessionStorage', work: (storage: Storage) => T): { result: T } | undefined {
  // No browser exists while pages are rendered at build time.
  if (typeof window === 'undefined') return undefined
  try {
    // With blocked cookies, reading `localStorage` throws; in some browsers it is null.
    return { result: work(window[name]) }
  } catch (error) {
    if (!isWarned) console.warn('The storage of this browser is blocked or full.', error)
    isWarned = true
    return undefined
  }
}

function openStorage(name: 'localStorage' | 'sessionStorage'): BrowserStorage {
  /**
   * Values that the browser refused to store.
   * They are available until the tab closes.
   * Null marks a value that the browser refused to remove.
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

/** Storage that lasts in the browser, or in this tab if the browser refuses. */
export const browserStorage: BrowserStorage = openStorage('localStorage')

/**
 * Storage for this tab.
 * Its values survive a reload.
 */
export const tabStorage: BrowserStorage = openStorage('sessionStorage')
