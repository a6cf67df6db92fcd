/** Each role's portal: its screens and what its navigation lists, fetched when somebody of that role is there. */
import type { PortalLoaders } from '#web/pages/portal.ts'

/** Asks once; where that failed, again the next time. What is there already, React's `use` reads without a wait. */
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
