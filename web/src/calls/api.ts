/** How screens call the server: one RTK Query api, into which every feature injects its endpoints. */
import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { fetchOrTake } from './ahead.ts'
import { API } from './request.ts'
import { sessionEnded, type WithSession } from './session.ts'

/** Why a call failed. `status` 0: no answer came. `message`: what the server said, '' when it said nothing. */
export interface Failure {
  status: number
  message: string
  /** Field path to what is wrong with it. */
  errors?: Record<string, string>
  /** No answer came in time. */
  isTimeout?: true
}

export interface CallOptions {
  /** A 401 is about the password in the body, not about the token. */
  keepsSession?: boolean
  /** Sent once more when no answer came; only with an Idempotency-Key. */
  repeats?: boolean
}

const TIMEOUT_MS = 10_000
const REPEAT_AFTER_MS = 1_000
const tokenOf = (state: unknown) => (state as WithSession).session.token

const send = fetchBaseQuery({
  baseUrl: API,
  timeout: TIMEOUT_MS,
  fetchFn: fetchOrTake,
  prepareHeaders: (headers, { getState }) => {
    const token = tokenOf(getState())
    if (token) headers.set('Authorization', `Bearer ${token}`)
  },
})

const isLost = (error?: FetchBaseQueryError) => error?.status === 'FETCH_ERROR' || error?.status === 'TIMEOUT_ERROR'

/** Said of an answer in another format, such as the sign-in page of a public network. */
export const INVALID_DATA = 'Invalid data format received from API'

/** `isRead`: nothing is left open by an answer that can't be read. */
export function failureOf(error: FetchBaseQueryError, isRead: boolean): Failure {
  if (error.status === 'PARSING_ERROR') {
    const isAnswer = error.originalStatus >= 200 && error.originalStatus < 300
    return { status: error.originalStatus, message: isRead && isAnswer ? INVALID_DATA : '' }
  }
  if (typeof error.status !== 'number')
    return { status: 0, message: '', ...(error.status === 'TIMEOUT_ERROR' && { isTimeout: true }) }
  const problem = (error.data ?? {}) as Partial<Failure>
  return { status: error.status, message: problem.message ?? '', errors: problem.errors }
}

const ofPresent: BaseQueryFn<FetchArgs, unknown, Failure, CallOptions> = async (args, call, options) => {
  const token = tokenOf(call.getState())
  let answer = await send(args, call, {})
  if (options?.repeats && isLost(answer.error)) {
    await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS))
    answer = await send(args, call, {})
  }
  const { error, data, meta } = answer
  if (!error) return { data, meta }
  const refused = error.status === 401 && token !== null && !options?.keepsSession
  // A late refusal of an earlier token says nothing about the present one.
  if (refused && tokenOf(call.getState()) === token) call.dispatch(sessionEnded())
  return { error: failureOf(error, args.method === 'GET'), meta }
}

type Send = typeof ofPresent

/** Stands between the calls of a store and what sends them. */
export type Through = (...call: [...Parameters<Send>, send: Send]) => ReturnType<Send>

const baseQuery: Send = (args, call, options) =>
  ((call.extra as Through | undefined) ?? ofPresent)(args, call, options, ofPresent)

export const api = createApi({
  baseQuery,
  tagTypes: ['Read'],
  endpoints: () => ({}),
})

/** What to show for a failed call: the server's words, else the screen's own. */
export function failureText(error: unknown, fallback: string): string {
  const message = (error as Partial<Failure> | undefined)?.message
  return message || fallback
}

/** Answers that ask for patience: request timeout, too early, too many. */
const PATIENCE = [408, 425, 429]

/**
 * A refusal is only what the server itself said in words. Whatever else comes back (nothing, an error of the server, the
 * page of a network that wants a sign-in first) leaves open whether the command went in.
 */
export function isRefusal(error: unknown): boolean {
  const { status = 0, message = '' } = error as Partial<Failure>
  return status >= 400 && status < 500 && !PATIENCE.includes(status) && message !== ''
}

/** Says in one sentence what kept an answer from coming. */
function causeOf({ status = 0, isTimeout }: Partial<Failure>): string {
  if (isTimeout) return 'The server did not answer in time.'
  if (status === 0) return 'The server could not be reached.'
  return status >= 500 ? 'The server had a problem.' : 'No clear answer came.'
}

/** Returns why a call failed: the server's words, else the cause and what to do about it. */
export function whyOf(error: unknown): string {
  const failure = error as Partial<Failure>
  const isLost = failure.status === 0 && !failure.isTimeout
  const advice = isLost ? 'Check your connection and try again.' : 'Try again in a moment.'
  return failure.message || `${causeOf(failure)} ${advice}`
}

/** Returns the same of a command that is sent with a key; '' where the server refused it without words. */
export function reasonOf(error: unknown): string {
  const failure = error as Partial<Failure>
  const { message, status = 0 } = failure
  if (message) return message
  if (status >= 400 && status < 500) return ''
  return `${causeOf(failure)} If it happened all the same, trying again does nothing twice.`
}
