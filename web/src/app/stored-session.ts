/** Who is signed in, as the browser remembers it between visits and shares it between tabs. */
import type { Session } from '#contract/views.ts'

export const SESSION_KEY = 'wastesense_auth'

/**
 * The remembered session, or null. What can't be read as one is logged and cleared. The schema is fetched only where
 * there is something to read, so that a first visit does without it.
 */
export async function readSession(storage: Storage): Promise<Session | null> {
  const text = storage.getItem(SESSION_KEY)
  if (text === null) return null
  const { Session } = await import('#contract/views.ts')
  try {
    return Session.parse(JSON.parse(text))
  } catch (error) {
    console.warn('The stored sign-in could not be read and was cleared.', error)
    // Only what was read: a newer one may have come meanwhile.
    if (storage.getItem(SESSION_KEY) === text) storage.removeItem(SESSION_KEY)
    return null
  }
}

/** Remembers the session, or forgets it when there is none. */
export function writeSession(storage: Storage, session: Session | null): void {
  if (session) storage.setItem(SESSION_KEY, JSON.stringify(session))
  else storage.removeItem(SESSION_KEY)
}
