/**
 * RTK Query api for calls to the server, in a Redux store.
 * Features add their endpoints to the api and slices to the store.
 */

import { t } from '@lingui/core/macro'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import {
  type BaseQueryApi,
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { BrowserStorage } from '#web/lib/format/storage.ts'
import { i18n } from '#web/lib/language/language.tsx'
import { API_PREFIX } from './request.ts'
import {
  expiryMarkOf,
  isStoredSessionExpired,
  readSession,
  SESSION_KEY,
  type StateWithSession,
  sessionEnded,
  sessionExpired,
  sessionSlice,
  sessionStarted,
  writeSession,
} from './session.ts'

// Response that web/pre-hydration.js requests before the app starts.
// The rows of the first screen thus load in parallel with its code.

interface PreloadedResponse {
  /** Absolute URL. */
  url: string
  /** Authorization header with which the response was requested. */
  as: string
  /**
   * The preloaded response; undefined if the preload failed.
   * The app then sends its own request.
   */
  answer: Promise<Response | undefined>
}

declare global {
  var askedAhead: PreloadedResponse | undefined
}

/** Returns whether a preloaded response is still pending or unused. */
export const hasPreloadedResponse = (): boolean => globalThis.askedAhead !== undefined

/**
 * Sends a request.
 * If the page already preloaded the response for this session, returns that response once.
 */
export async function fetchOrUsePreloaded(input: RequestInfo, init?: RequestInit): Promise<Response> {
  const asked = globalThis.askedAhead
  if (!asked || !(input instanceof Request) || !isSame(asked, input)) return fetch(input, init)
  globalThis.askedAhead = undefined
  return (await asked.answer) ?? fetch(input, init)
}

const isSame = ({ url, as }: PreloadedResponse, { method, url: wanted, headers }: Request): boolean =>
  method === 'GET' && url === wanted && headers.get('Authorization') === as

/**
 * Returns a random id of 32 hexadecimal digits.
 * Unlike randomUUID, this also works on plain HTTP.
 */
export const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Runs a command with an Idempotency-Key.
 * The same content has the same key until an answer or refusal.
 * An unanswered command may have succeeded, so its repetition needs that key.
 */
type RunIdempotently = <T>(content: unknown, command: (key: string) => Promise<T>) => Promise<T>

/**
 * Returns what a change sets, such as the id of a row.
 * An answered change replaces unanswered changes of the same thing.
 * Sending one of those later is a new change, with a new key.
 * With its old key, the server would only repeat its first answer.
 */
export type SubjectOf = (content: unknown) => unknown

/** For forms in which each change replaces the whole previous one. */
export const wholeForm: SubjectOf = () => 'form'

/**
 * Manages the idempotency keys of one form, button or list.
 * If a change is sent several times before an answer, the server executes it once.
 */
export function createIdempotentRunner(subjectOf?: SubjectOf): RunIdempotently {
  const open = new Map<string, { key: string; subject: unknown; running: number }>()
  /** Removes the keys of changes that an answered one has replaced. */
  const forgetReplaced = (by: unknown) => {
    for (const [sent, { subject, running }] of open) if (subject === by && running === 0) open.delete(sent)
  }
  return async (content, command) => {
    const sent = JSON.stringify(content)
    const attempt = open.get(sent) ?? { key: createId(), subject: subjectOf?.(content), running: 0 }
    open.set(sent, attempt)
    attempt.running++
    try {
      const answer = await command(attempt.key)
      // The command has succeeded, so its key is removed.
      // Sending the same content later is a new change and needs a new key.
      open.delete(sent)
      if (subjectOf) forgetReplaced(attempt.subject)
      return answer
    } catch (error) {
      if (isServerRefusal(error)) open.delete(sent)
      throw error
    } finally {
      attempt.running--
    }
  }
}

/** Returns a function that sends commands with idempotency keys, for one form, button or list. */
export function useIdempotentRunner(subjectOf?: SubjectOf): RunIdempotently {
  const [attempt] = useState(() => createIdempotentRunner(subjectOf))
  return attempt
}

/**
 * Error of a call.
 * `status` is 0 if there was no response.
 * `message` is the server's text, or ''.
 */
export interface RequestFailure {
  status: number
  message: string
  /** Error text by field path. */
  errors?: Record<string, string>
  isTimeout?: true
}

interface CallOptions {
  /**
   * True if a 401 answer means a wrong password in the request body.
   * The session then continues.
   */
  keepsSession?: boolean
  /**
   * If true, a call that gets no response is repeated once.
   * The call then needs an Idempotency-Key.
   */
  repeats?: boolean
}

const TIMEOUT_MS = 10_000
const REPEAT_AFTER_MS = 1_000
const tokenOf = (state: unknown) => (state as StateWithSession).session.token

const send = fetchBaseQuery({
  baseUrl: API_PREFIX,
  timeout: TIMEOUT_MS,
  fetchFn: fetchOrUsePreloaded,
  prepareHeaders: (headers, { getState }) => {
    const token = tokenOf(getState())
    if (token) headers.set('Authorization', `Bearer ${token}`)
    headers.set('Accept-Language', i18n.locale)
  },
})

const isLost = (error?: FetchBaseQueryError) => error?.status === 'FETCH_ERROR' || error?.status === 'TIMEOUT_ERROR'

/**
 * Returns the error message for a response that does not come from the API.
 * An example is the sign-in page of a public Wi-Fi network.
 */
export const getInvalidResponseText = () => t`Invalid data format received from API`

/**
 * Converts an RTK Query error to a RequestFailure.
 * After a failed query (`isRead`), nothing has changed, even if the response is unreadable.
 */
export function failureOf(error: FetchBaseQueryError, isRead: boolean): RequestFailure {
  if (error.status === 'PARSING_ERROR') {
    const isAnswer = error.originalStatus >= 200 && error.originalStatus < 300
    return { status: error.originalStatus, message: isRead && isAnswer ? getInvalidResponseText() : '' }
  }
  if (typeof error.status !== 'number')
    return { status: 0, message: '', ...(error.status === 'TIMEOUT_ERROR' && { isTimeout: true }) }
  const problem = (error.data ?? {}) as Partial<RequestFailure>
  return { status: error.status, message: problem.message ?? '', errors: problem.errors }
}

const sendLive: BaseQueryFn<FetchArgs, unknown, RequestFailure, CallOptions> = async (args, call, options) => {
  const token = tokenOf(call.getState())
  let answer = await send(args, call, {})
  if (options?.repeats && isLost(answer.error)) {
    await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS))
    answer = await send(args, call, {})
  }
  const { error, data, meta } = answer
  if (!error) return { data, meta }
  if (error.status === 401 && token && !options?.keepsSession) {
    // The answer to a running command may bring a new token.
    const isRead = call.type === 'query'
    if (isRead) await waitForCommands(call)
    const present = tokenOf(call.getState())
    if (present === token) call.dispatch(sessionExpired())
    else if (present && isRead) return sendLive(args, call, options)
  }
  return { error: failureOf(error, args.method === 'GET'), meta }
}

type Send = typeof sendLive

/**
 * Handles the API calls of a Redux store.
 * It may answer a call itself, or pass it to the network with `send`.
 */
export type CallMiddleware = (...call: [...Parameters<Send>, send: Send]) => ReturnType<Send>

const baseQuery: Send = (args, call, options) =>
  ((call.extra as CallMiddleware | undefined) ?? sendLive)(args, call, options, sendLive)

export const api = createApi({
  baseQuery,
  tagTypes: ['Read'],
  endpoints: () => ({}),
})

/** Returns a failed call's message: the server's text, or else `fallback`. */
export function failureTextOf(error: unknown, fallback: string): string {
  const message = (error as Partial<RequestFailure> | undefined)?.message
  return message || fallback
}

/** Retryable 4xx statuses: request timeout, too early, too many requests. */
const RETRYABLE_STATUSES = [408, 425, 429]

/**
 * Returns whether the server refused with a text, so nothing changed.
 * After other failures the command may have succeeded.
 * Examples: no response, a server error, a network's sign-in page.
 */
export function isServerRefusal(error: unknown): boolean {
  const { status = 0, message = '' } = error as Partial<RequestFailure>
  return status >= 400 && status < 500 && !RETRYABLE_STATUSES.includes(status) && message !== ''
}

/** Returns a sentence that says why there was no usable response. */
function causeOf({ status = 0, isTimeout }: Partial<RequestFailure>): string {
  if (isTimeout) return t`The server did not answer in time.`
  if (status === 0) return t`The server could not be reached.`
  return status >= 500 ? t`The server had a problem.` : t`The response could not be read.`
}

/** Returns why a call failed: the server's text, or else the cause and advice. */
export function failureReasonOf(error: unknown): string {
  const failure = error as Partial<RequestFailure>
  const isLost = failure.status === 0 && !failure.isTimeout
  const advice = isLost ? t`Check your connection and try again.` : t`Try again in a moment.`
  return failure.message || `${causeOf(failure)} ${advice}`
}

/**
 * Returns why a command with an Idempotency-Key failed.
 * Returns '' for a refusal without text.
 */
export function commandFailureReasonOf(error: unknown): string {
  const failure = error as Partial<RequestFailure>
  const { message, status = 0 } = failure
  if (message) return message
  if (status >= 400 && status < 500) return ''
  return t`${causeOf(failure)} Your change may still have been saved. You can safely try again.`
}

// The Redux store: session, calls, added slices, synchronized with browser storage.

/** The root reducer, to which features add slices with `rootReducer.inject(slice)`. */
export const rootReducer = combineSlices(sessionSlice, api)

/**
 * Creates a Redux store.
 * `through` is the middleware that answers replay calls.
 */
export function createStore(reducer = rootReducer, through?: CallMiddleware) {
  return configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: through } }).concat(api.middleware),
  })
}

export type Store = ReturnType<typeof createStore>
export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>()

/**
 * Waits for running commands.
 * A password change ends the session, and its answer then starts another.
 */
export async function waitForCommands(store: Pick<BaseQueryApi, 'dispatch'>): Promise<void> {
  await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()))
  // The command's caller stores the new session after its answer.
  await new Promise((resolve) => setTimeout(resolve))
}

/** Restores the stored session, stores its changes, and follows other tabs. */
export function syncSessionWithStorage(store: Store, storage: BrowserStorage, tab: Window): void {
  let last = store.getState().session
  let restoring = false

  const restore = () => {
    const stored = readSession(storage)
    restoring = true
    store.dispatch(stored ? sessionStarted(stored) : sessionEnded())
    restoring = false
  }

  /** Marks of the present user's earlier tokens in this tab. */
  const earlier = new Set<string | null>()

  /**
   * Ends the session, because another tab has stored that it has expired.
   * That tab may know only an earlier token, and have overwritten the present session.
   */
  const restoreExpired = () => {
    const { user, token } = store.getState().session
    if (user && token && earlier.has(storage.getItem(SESSION_KEY))) writeSession(storage, { user, token })
    else restore()
  }

  store.subscribe(() => {
    const session = store.getState().session
    if (session === last) return
    const somebodyElse = session.user?.id !== last.user?.id
    const before = last.token
    last = session
    const { user, token, expired } = session
    if (somebodyElse) earlier.clear()
    else if (before) earlier.add(expiryMarkOf(before))
    // The storage contains the mark already.
    if (expired && before === null) return
    // Does not store a session that was restored from storage, because another tab may have signed out.
    if (!restoring) {
      // Another tab may have continued the session already.
      const stored = expired ? readSession(storage) : null
      if (stored && stored.token !== before) return restore()
      writeSession(storage, user && token ? { user, token } : null, expired ? before : null)
    }
    // Clears the cache of responses, because it contains another user's data.
    if (somebodyElse) store.dispatch(api.util.resetApiState())
  })
  tab.addEventListener('storage', (event) => {
    if (event.key !== SESSION_KEY && event.key !== null) return
    if (isStoredSessionExpired(storage)) void waitForCommands(store).then(restoreExpired)
    else restore()
  })
  restore()
}
