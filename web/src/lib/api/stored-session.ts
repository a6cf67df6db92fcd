/** The session as stored by the browser, across visits and tabs. */

import type { Session, User } from '#contract/views.ts'
import { ROLES } from '#domain/city.ts'
import type { BrowserStorage } from '#web/lib/format/storage.ts'

export const SESSION_KEY = 'wastesense_auth'

/** Boolean fields of a user; all others are strings. */
const FLAGS: readonly string[] = ['mustChangePassword', 'unconfirmed'] satisfies (keyof User)[]

/**
 * Returns the stored session or null.
 * Logs and clears invalid content.
 */
export function readSession(storage: BrowserStorage): Session | null {
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

/**
 * Validates without zod, which would be a sixth of the first load on a phone.
 * The server checks the token.
 */
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

/**
 * Format of a token.
 * Other text is no valid header, and every call would fail without a response.
 */
const TOKEN = /^[\w-]+\.([\w-]+)\.[\w-]+$/

/**
 * Returns true if the token belongs to this user in this role.
 * With another's user record, screens would stay empty.
 */
function isTokenOf(token: string, user: Record<string, unknown>): boolean {
  const [, payload] = TOKEN.exec(token) ?? []
  if (!payload) return false
  const { sub, role } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  return sub === user.id && role === user.role
}

/** Stores the session, or removes it when null. */
export function writeSession(storage: BrowserStorage, session: Session | null): void {
  if (session) storage.setItem(SESSION_KEY, JSON.stringify(session))
  else storage.removeItem(SESSION_KEY)
}
