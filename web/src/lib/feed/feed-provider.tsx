/**
 * Opens the user's feed and provides it to the screens.
 * Polls rooms over HTTP while the socket is down.
 */

import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { FeedHandshake } from '#contract/feed/feed.ts'
import { comparePositions, FEED_VERSION } from '#contract/feed/protocol.ts'
import { feedRooms, type RoomName } from '#contract/feed/rooms.ts'
import { type EndpointName, endpointRoutes } from '#contract/routes.ts'
import type { Role } from '#domain/city.ts'
import {
  api,
  failureTextOf,
  getInvalidResponseText,
  hasPreloadedResponse,
  rootReducer,
  type Store,
  waitForCommands,
} from '#web/lib/api/api.ts'
import { requestOf } from '#web/lib/api/request.ts'
import { sessionExpired, useSession } from '#web/lib/api/session.ts'
import { getPreferredLocale } from '#web/lib/language/language.tsx'
import { createDeferredSocket, type FeedConnection, type FeedSocket, openFeedConnection } from './connection.ts'
import { type FeedRow, feedSlice } from './room.ts'

rootReducer.inject(feedSlice)

export const FeedContext = createContext<FeedConnection | null>(null)

/** Returns the feed of the session; throws outside a FeedProvider. */
export function useFeed(): FeedConnection {
  const feed = useContext(FeedContext)
  if (!feed) throw new Error('There is no FeedProvider')
  return feed
}

/** Position before the first event of the log. */
const LOG_START = '0'

/**
 * Feed that was opened before the first screen.
 * Screens of the same session use it.
 */
let ahead: { token: string; feed: FeedConnection } | null = null

/**
 * Connects a session to the feed while the first screen's code still loads.
 * Resolves once all feed rooms of the first screen have rows.
 */
export async function openFeedEarly(store: Store, first: readonly RoomName[] = []): Promise<void> {
  const { user, token } = store.getState().session
  if (!user || !token || user.mustChangePassword) return
  const feed = openFeed(store, token, user)
  ahead = { token, feed }
  for (const room of first) feed.watch(room)
  if (hasPreloadedResponse()) for (const room of first) void showPreloadedRows(store, room, user)
  await Promise.all(first.map((room) => feed.arrived(room, LOG_START)))
}

/** Shows preloaded rows until the opened connection brings newer ones. */
async function showPreloadedRows(store: Store, room: RoomName, reader: PollingUser): Promise<void> {
  try {
    const fetched = await fetchRoom(room, feedFetcherOf(store), reader)
    if (fetched) store.dispatch(feedSlice.actions.polled({ room, ...fetched, at: Date.now() }))
  } catch (failure) {
    console.warn('The preloaded rows could not be shown.', failure)
  }
}

const earlyFeed = (token: string | null) => (ahead?.token === token ? ahead.feed : null)

/**
 * Provides one feed connection to all screens.
 * Renders its children once that connection starts to open.
 */
export function FeedProvider({ children }: { children: ReactNode }) {
  const store = useStore() as unknown as Store
  const { user, token } = useSession()
  const [feed, setFeed] = useState(() => earlyFeed(token))
  const { id, role } = user ?? {}
  useEffect(() => {
    if (!token || !id || !role) return
    const taken = earlyFeed(token)
    // Closes a feed that was opened early for another session.
    // Two open feeds would both set the phase of the connection.
    if (!taken) ahead?.feed.close()
    ahead = null
    const opened = taken ?? openFeed(store, token, { id, role })
    setFeed(opened)
    return () => opened.close()
  }, [store, token, id, role])
  return feed && <FeedContext value={feed}>{children}</FeedContext>
}

function openFeed(store: Store, token: string, reader: PollingUser): FeedConnection {
  const socket = createDeferredSocket(async () => {
    const { io } = await import('socket.io-client')
    return io({
      path: '/socket.io',
      transports: ['websocket'],
      auth: { token, version: FEED_VERSION, language: getPreferredLocale() } satisfies FeedHandshake,
      autoConnect: false,
      forceNew: true,
      timeout: 8_000,
      reconnectionDelay: 250,
      reconnectionDelayMax: 5_000,
    }) as FeedSocket
  })
  const get = feedFetcherOf(store)
  return openFeedConnection({
    socket,
    store: store as unknown as Parameters<typeof openFeedConnection>[0]['store'],
    async poll(room) {
      try {
        return await fetchRoom(room, get, reader)
      } catch (failure) {
        throw new Error(failureTextOf(failure, ''), { cause: failure })
      }
    },
    async signedOut() {
      await waitForCommands(store)
      // The session has ended if its token is still the token of this connection.
      if (store.getState().session.token === token) store.dispatch(sessionExpired())
    },
  })
}

/** Rows of a room as fetched over HTTP. */
interface RoomSnapshot {
  rows: FeedRow[]
  /** Log position of the rows, from the header `X-Position`. */
  position: string
}

type Fallback = (typeof feedRooms)[RoomName]['fallback'][number]

/**
 * Sends a GET request; `named` contains the values of the path's fields.
 * In a replay, `time` of the result is the time of the past data.
 */
export type FeedFetcher = <N extends Fallback>(
  name: N,
  named: Record<string, string>,
) => Promise<{ body: AnswerOf<N>; position: string; time?: string | null }>

/** The user on whose behalf rooms are read. */
export interface PollingUser {
  id: string
  role: Role
}

const notificationRows = (answer: AnswerOf<'notifications'>): FeedRow[] => answer.notifications

/** Functions that return the rows in an endpoint's answer, by endpoint. */
const rowsIn: { [N in Fallback]: (answer: AnswerOf<N>) => FeedRow[] } = {
  activeReports: ({ reports }) => reports,
  userReports: ({ reports }) => reports,
  openZones: ({ zones }) => zones,
  notifications: notificationRows,
  dispatcherNotifications: notificationRows,
  archivedNotifications: notificationRows,
  recyclerNotifications: notificationRows,
  schedules: ({ schedules }) => schedules,
  driverSheet: ({ stops }) => stops,
  vehicles: ({ vehicles }) => vehicles,
  sites: ({ sites }) => sites,
  deliveries: ({ deliveries }) => deliveries,
  analyses: ({ analyses }) => analyses,
  forecastState: ({ forecasts }) => forecasts,
  configuration: ({ config }) => [{ id: 'configuration', ...config }],
}

async function fetchFrom<N extends Fallback>(name: N, get: FeedFetcher, { id }: PollingUser): Promise<RoomSnapshot> {
  const { body, position } = await get(name, endpointRoutes[name].path.includes('/:id') ? { id } : {})
  return { rows: rowsOf(name, body), position }
}

function rowsOf<N extends Fallback>(name: N, body: AnswerOf<N>): FeedRow[] {
  const rows: unknown = typeof body === 'object' && body !== null ? rowsIn[name](body) : undefined
  if (!Array.isArray(rows)) throw new Error(getInvalidResponseText())
  return rows
}

/** Returns whether the role may call the endpoint. */
const admits = (name: Fallback, role: Role) => {
  const roles: 'any' | readonly Role[] = endpointRoutes[name].roles
  return roles === 'any' || roles.includes(role)
}

/**
 * Fetches a feed room's rows from API endpoints, while the feed is unavailable.
 * Returns null if the room has no endpoint that the user may call.
 * If several endpoints answer, the newest rows come last.
 */
export async function fetchRoom(room: RoomName, get: FeedFetcher, reader: PollingUser): Promise<RoomSnapshot | null> {
  const names = feedRooms[room].fallback.filter((name) => admits(name, reader.role))
  const answers = await Promise.all(names.map((name) => fetchFrom(name, get, reader)))
  const [oldest, ...newer] = answers.sort((a, b) => comparePositions(a.position, b.position))
  if (!oldest) return null
  return { rows: [oldest, ...newer].flatMap(({ rows }) => rows), position: oldest.position }
}

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    fetchForFeed: build.query<
      { body: unknown; position: string; time: string | null },
      { name: EndpointName; named: Record<string, string> }
    >({
      query: ({ name, named }) => requestOf(name, named),
      keepUnusedDataFor: 0,
      transformResponse(body, meta) {
        const headers = (meta as FetchBaseQueryMeta | undefined)?.response?.headers
        const position = headers?.get('X-Position')
        if (!position) throw new Error(getInvalidResponseText())
        return { body, position, time: headers?.get('X-Moment') ?? null }
      },
    }),
  }),
})

/**
 * Returns a function that sends GET requests with the store's session.
 * It rejects with a Failure.
 */
export function feedFetcherOf(store: Store): FeedFetcher {
  return async (name, named) => {
    const call = store.dispatch(
      endpoints.fetchForFeed.initiate({ name, named }, { forceRefetch: true, subscribe: false }),
    )
    const { body, ...read } = await call.unwrap()
    return { body: body as never, ...read }
  }
}
