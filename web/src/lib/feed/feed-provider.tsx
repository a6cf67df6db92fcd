/** Opens the feed for the signed-in user and provides it to the screens. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import type { FeedHandshake } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { api, failureText, hasPreloadedResponse } from '#web/lib/api/api.ts'
import { sessionEnded, useSession } from '#web/lib/api/session.ts'
import { rootReducer, type Store } from '#web/lib/api/store.ts'
import { preferredLocale } from '#web/lib/language/language.ts'
import { type FeedConnection, type FeedSocket, openFeedConnection } from './connection.ts'
import { createDeferredSocket } from './deferred-socket.ts'
import { feedFetcherOf, fetchRoom, type PollingUser } from './polling.ts'
import { feedSlice } from './slice.ts'

rootReducer.inject(feedSlice)

export const FeedContext = createContext<FeedConnection | null>(null)

/** Returns the feed of the session; throws outside a FeedProvider. */
export function useFeed(): FeedConnection {
  const feed = useContext(FeedContext)
  if (!feed) throw new Error('This screen needs a FeedProvider around it')
  return feed
}

/** Position before the first event of the log. */
const LOG_START = '0'

/** Feed that was opened before the first screen. Screens use it if they belong to the same session. */
let ahead: { token: string; feed: FeedConnection } | null = null

/**
 * Opens the feed of the session while the code of the screen loads.
 * Resolves once the rooms that the first screen needs have rows.
 */
export async function openFeedEarly(store: Store, first: readonly RoomName[] = []): Promise<void> {
  const { user, token } = store.getState().session
  if (!user || !token || user.mustChangePassword) return
  const feed = open(store, token, user)
  ahead = { token, feed }
  for (const room of first) feed.watch(room)
  if (hasPreloadedResponse()) for (const room of first) void showPreloadedRows(store, room, user)
  await Promise.all(first.map((room) => feed.arrived(room, LOG_START)))
}

/** Shows preloaded rows until the connection has opened. The connection then brings newer rows. */
async function showPreloadedRows(store: Store, room: RoomName, reader: PollingUser): Promise<void> {
  try {
    const fetched = await fetchRoom(room, feedFetcherOf(store), reader)
    if (fetched) store.dispatch(feedSlice.actions.polled({ room, ...fetched, at: Date.now() }))
  } catch (failure) {
    console.warn('The rows that were asked for ahead did not come; the feed brings them.', failure)
  }
}

const earlyFeed = (token: string | null) => (ahead?.token === token ? ahead.feed : null)

/** Provides one feed connection to all screens below. Renders its children once the connection is being opened. */
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
    const opened = taken ?? open(store, token, { id, role })
    setFeed(opened)
    return () => opened.close()
  }, [store, token, id, role])
  return feed && <FeedContext value={feed}>{children}</FeedContext>
}

function open(store: Store, token: string, reader: PollingUser): FeedConnection {
  const socket = createDeferredSocket(async () => {
    const { io } = await import('socket.io-client')
    return io({
      path: '/socket.io',
      transports: ['websocket'],
      auth: { token, version: FEED_VERSION, language: preferredLocale() } satisfies FeedHandshake,
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
        throw new Error(failureText(failure, ''), { cause: failure })
      }
    },
    async signedOut() {
      // Waits for running commands before comparing the tokens.
      // The answer to a change of the password contains a new token, which must be stored first.
      await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()))
      await new Promise((resolve) => setTimeout(resolve))
      if (store.getState().session.token === token) store.dispatch(sessionEnded())
    },
  })
}
