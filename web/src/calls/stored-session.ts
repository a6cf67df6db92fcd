/** Who is signed in, as the browser remembers it between visits and shares it between tabs. */

import type { Session, User } from '#contract/views.ts'
import { ROLES } from '#rules/city.ts'
import type { Remembered } from '#web/format/storage.ts'

export const SESSION_KEY = 'wastesense_auth'

/** What of a user is no text; everything else is. */
const FLAGS: readonly string[] = ['mustChangePassword', 'unconfirmed'] satisfies (keyof User)[]

/** The remembered session, or null. What can't be read as one is logged and cleared. */
export function readSession(storage: Remembered): Session | null {
  const text = storage.getItem(SESSION_KEY)
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (isSession(stored)) return stored
    throw new Error('It is no sign-in.')
  } catch (error) {
    console.warn('The stored sign-in could not be read and was cleared.', error)
    storage.removeItem(SESSION_KEY)
    return null
  }
}

/** Checked by hand: the schema's library would be a sixth of what a phone loads first. The server checks the token. */
function isSession(stored: unknown): stored is Session {
  const { user, token } = (stored ?? {}) as { user?: Record<string, unknown>; token?: unknown }
  return (
    typeof token === 'string' &&
    typeof user?.id === 'string' &&
    typeof user.name === 'string' &&
    (ROLES as readonly unknown[]).includes(user.role) &&
    isTokenOf(token, user) &&
    Object.entries(user).every(([key, value]) => FLAGS.includes(key) || typeof value === 'string')
  )
}

/** What a token is made of. Anything else can't go into a header, and would leave every call without an answer. */
const TOKEN = /^[\w-]+\.([\w-]+)\.[\w-]+$/

/** Whether the token was given to this user in this role; another's record shows screens that stay empty. */
function isTokenOf(token: string, user: Record<string, unknown>): boolean {
  const [, payload] = TOKEN.exec(token) ?? []
  if (!payload) return false
  const { sub, role } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  return sub === user.id && role === user.role
}

/** Remembers the session, or forgets it when there is none. */
export function writeSession(storage: Remembered, session: Session | null): void {
  if (session) storage.setItem(SESSION_KEY, JSON.stringify(session))
  else storage.removeItem(SESSION_KEY)
}
