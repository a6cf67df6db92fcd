/** Who is signed in, as the browser remembers it between visits and shares it between tabs. */
import { Session } from '#contract/views.ts'

export const SESSION_KEY = 'wastesense_auth'

/** The remembered session, or null. What can't be read as one is logged and cleared. */
export function readSession(storage: Storage): Session | null {
  const text = storage.getItem(SESSION_KEY)
  if (text === null) return null
  try {
    return Session.parse(JSON.parse(text))
  } catch (error) {
    console.warn('The stored sign-in could not be read and was cleared.', error)
    storage.removeItem(SESSION_KEY)
    return null
  }
}

/** Remembers the session, or forgets it when there is none. */
export function writeSession(storage: Storage, session: Session | null): void {
  if (session) storage.setItem(SESSION_KEY, JSON.stringify(session))
  else storage.removeItem(SESSION_KEY)
}
