/** Portal of each role: its screens and navigation, loaded on first use. */
import type { PortalLoaders } from '#web/pages/portal.ts'

/**
 * Caches a successful load; a failed one repeats on the next call.
 * React's `use` reads a finished promise without suspending.
 */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  async function ask() {
    try {
      const value = await load()
      Object.assign(asked ?? {}, { status: 'fulfilled', value })
      return value
    } catch (error) {
      asked = undefined
      throw error
    }
  }
  return () => {
    asked ??= ask()
    return asked
  }
}

export const portals: PortalLoaders = {
  resident: once(async () => (await import('#web/pages/resident/screens.ts')).resident),
  dispatcher: once(async () => (await import('#web/pages/dispatcher/screens.ts')).dispatcher),
  recycler: once(async () => (await import('#web/pages/recycler/screens.ts')).recycler),
  admin: once(async () => (await import('#web/pages/admin/screens.ts')).admin),
  auditor: once(async () => (await import('#web/pages/auditor/screens.ts')).auditor),
}
