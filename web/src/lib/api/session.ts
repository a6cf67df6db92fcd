/** The signed-in session: its state, its storage, and signing out. */

import { createSlice, type PayloadAction, type Store } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { Session, User } from '#contract/views.ts'
import { ROLES } from '#domain/city.ts'
import { type BrowserStorage, browserStorage } from '#web/lib/format/storage.ts'
import { requestOf, urlOf } from './request.ts'

// Storage key of device tokens: one token for each account that was used in this browser.
// With its token, an account can sign in even if strangers' attempts have locked it.

const DEVICES_KEY = 'wastesense_devices'
/**
 * Maximum number of device tokens that the server accepts in a request.
 * The browser stores that many of the newest tokens.
 */
const MAX_TOKENS = 5

/** Returns the device tokens for a sign-in or reset request. */
export function readDeviceTokens(storage = browserStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(DEVICES_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string').slice(0, MAX_TOKENS) : []
  } catch (error) {
    console.warn('The device tokens could not be read.', error)
    return []
  }
}

/**
 * Stores the device token of a sign-in in the browser.
 * Removes the oldest token if there are more than `MAX_TOKENS`.
 */
export function storeDeviceToken(device: string | undefined, storage = browserStorage): void {
  if (device) storage.setItem(DEVICES_KEY, JSON.stringify([device, ...readDeviceTokens(storage)].slice(0, MAX_TOKENS)))
}

/**
 * Ends the session on the server.
 * Offline it ends only in this browser; its token expires later.
 * The server refuses an expired token and keeps the browser of its session.
 * Thus without a confirmation, this browser stops its pushes itself.
 */
async function signOutOnServer(token: string): Promise<void> {
  try {
    const headers = { Authorization: `Bearer ${token}` }
    const { method } = requestOf('signOut')
    const { ok, status } = await fetch(urlOf('signOut'), { method, headers, keepalive: true })
    if (!ok) throw new Error(`status ${status}`)
  } catch (error) {
    console.warn('The sign-out did not reach the server.', error)
    await unsubscribePushes().catch((refused) => console.warn('Pushes could not be stopped.', refused))
  }
}

/**
 * Unsubscribes this browser from push notifications.
 * Otherwise the server would continue to send pushes if the sign-out does not reach it.
 */
async function unsubscribePushes(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}

interface SessionState {
  /** True until the stored session has been read. */
  loading: boolean
  user: User | null
  token: string | null
  /** True if the server ended the session, not the user. */
  expired?: boolean
  /**
   * True after account deletion.
   * A farewell page replaces the sign-in page.
   */
  farewell?: true
}

interface SessionRenewal {
  /** Token with which the command was sent. */
  of: string
  renewed: Session
}

const initialState: SessionState = { loading: true, user: null, token: null }

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** Sets the session after a sign-in, restore or new token. */
    sessionStarted: (_state, { payload }: PayloadAction<Session>): SessionState => ({
      loading: false,
      user: payload.user,
      token: payload.token,
    }),
    /**
     * Replaces the session with the token `of`.
     * Another session, or none, stays.
     */
    sessionRenewed: (state, { payload: { of, renewed } }: PayloadAction<SessionRenewal>): SessionState =>
      state.token === of ? { loading: false, user: renewed.user, token: renewed.token } : state,
    sessionEnded: (): SessionState => ({ loading: false, user: null, token: null }),
    sessionExpired: (): SessionState => ({ loading: false, user: null, token: null, expired: true }),
    accountDeleted: (): SessionState => ({ loading: false, user: null, token: null, farewell: true }),
  },
})

export const { sessionStarted, sessionRenewed, sessionEnded, sessionExpired, accountDeleted } = sessionSlice.actions

/** Redux state of a store that has a session slice. */
export interface StateWithSession {
  session: SessionState
}

/**
 * Continues the session with the token `of` after its command was answered.
 * Meanwhile the user may have signed out, or another user signed in.
 * The new token is then ended, and the result is false.
 */
export function renewSession(
  store: Pick<Store<StateWithSession>, 'dispatch' | 'getState'>,
  { of, renewed }: SessionRenewal,
): boolean {
  store.dispatch(sessionRenewed({ of, renewed }))
  const isRenewed = store.getState().session.token === renewed.token
  if (!isRenewed && renewed.token !== of) void signOutOnServer(renewed.token)
  return isRenewed
}

/**
 * Returns the session and functions that start and end it.
 * The browser stores each start and end, so its other tabs start or end their session too.
 */
export function useSession() {
  const session = useSelector((state: StateWithSession) => state.session)
  const dispatch = useDispatch()
  const store = useStore<StateWithSession>()
  return {
    ...session,
    signIn: (started: Session) => dispatch(sessionStarted(started)),
    /**
     * Continues the session that was current when the caller was rendered.
     * Returns false if it has ended since.
     */
    renew: (renewed: Session) => session.token !== null && renewSession(store, { of: session.token, renewed }),
    signOut() {
      if (session.token) void signOutOnServer(session.token)
      dispatch(sessionEnded())
    },
  }
}

export const SESSION_KEY = 'wastesense_auth'
/**
 * Returns the text stored in place of a session that the server has ended.
 * It is the token's signature in quotes, so it is no token.
 */
export const expiryMarkOf = (token: string) => `"${token.split('.')[2]}"`
const isExpiryMark = (text: string | null) => text?.[0] === '"'

/**
 * Names of a user's boolean fields.
 * All other fields are strings.
 */
const FLAGS: readonly string[] = ['mustChangePassword', 'unconfirmed'] satisfies (keyof User)[]

/**
 * Returns the stored session or null.
 * Invalid content is logged and removed.
 */
export function readSession(storage: BrowserStorage): Session | null {
  const text = storage.getItem(SESSION_KEY)
  if (text === null || isExpiryMark(text)) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (isSession(stored)) return stored
    throw new Error('This is not a session.')
  } catch (error) {
    console.warn('The stored session was removed.', error)
    storage.removeItem(SESSION_KEY)
    return null
  }
}

/**
 * Returns whether the stored value is a session.
 * Avoids zod, which would be a sixth of a phone's first load.
 * The server checks the token itself.
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
 * Other text is an invalid header, so calls get no response.
 */
const TOKEN = /^[\w-]+\.([\w-]+)\.[\w-]+$/

/**
 * Returns whether a stored token belongs to this user and role.
 * With another user's token, screens would stay empty.
 */
function isTokenOf(token: string, user: Record<string, unknown>): boolean {
  const [, payload] = TOKEN.exec(token) ?? []
  if (!payload) return false
  const { sub, role } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  return sub === user.id && role === user.role
}

export const isStoredSessionExpired = (storage: BrowserStorage) => isExpiryMark(storage.getItem(SESSION_KEY))

/**
 * Stores the session, or removes it if it is null.
 * If the token `expired` is given, other tabs can see which session has expired.
 */
export function writeSession(storage: BrowserStorage, session: Session | null, expired?: string | null): void {
  if (session) storage.setItem(SESSION_KEY, JSON.stringify(session))
  else if (expired) storage.setItem(SESSION_KEY, expiryMarkOf(expired))
  else storage.removeItem(SESSION_KEY)
}
