/**
 * Provides a replay's screens with the data of a past moment, and disables commands.
 * The replay's own router gives these screens their address.
 */

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Provider, useDispatch } from 'react-redux'
import {
  type Location,
  type NavigationType,
  type Navigator,
  Router,
  UNSAFE_LocationContext,
  UNSAFE_RouteContext,
} from 'react-router'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Role } from '#domain/city.ts'
import { api, type RequestFailure, type Store } from '#web/lib/api/api.ts'
import { sessionExpired, sessionStarted, useSession } from '#web/lib/api/session.ts'
import { ClockContext, CommandsDisabledContext, type DisabledButtonProps } from '#web/lib/hooks/replay-context.ts'
import type { FeedConnection } from './connection.ts'
import { FeedContext, feedFetcherOf, fetchRoom, type PollingUser } from './feed-provider.tsx'
import {
  createReplayStore,
  getReplayDisabledReason,
  momentShown,
  type ReplayedRoom,
  type ReplayMoment,
  replayRooms,
  type StateWithMoment,
} from './replay-store.ts'
import { feedActions } from './room.ts'

/** Requested moment of a replay that the screen does not show yet, and the error if loading failed. */
interface PendingMoment {
  at: string
  failure?: RequestFailure
}

interface Replay extends FeedConnection {
  /**
   * Loads the screens' state at a log position or time, and then shows it.
   * The current state stays visible meanwhile.
   * If called again before that, shows only the last requested state.
   */
  show(at: string): void
}

interface ReplayOptions {
  store: Store
  reader: PollingUser
  /** Called with a requested moment while it loads, then with null once the moment is visible. */
  tell(awaited: PendingMoment | null): void
}

/**
 * Feed room that has a row at every moment of a replay.
 * Its response contains the exact time of the moment.
 */
const ANCHOR: RoomName = 'configuration'
const RETRY_MS = 2_000
/**
 * Maximum wait in ms until the whole screen shows the requested moment of a replay.
 * Without waiting, a screen could show two moments at once.
 */
const COMPLETE_SCREEN_TIMEOUT_MS = 1_500

/** Returns whether the failure is final, so a retry would fail too. */
const isFinal = ({ status }: RequestFailure) => status >= 400 && status < 500

function openReplay({ store, reader, tell }: ReplayOptions): Replay {
  const watched = new Set<RoomName>([ANCHOR])
  /** Feed rooms whose cached rows already show the replay's visible moment. */
  const current = new Set<RoomName>()
  let asked: string | null = null
  let shown: string | null = null
  let running = false
  let closed = false
  let again: ReturnType<typeof setTimeout> | undefined

  async function next(): Promise<undefined> {
    if (asked !== null && asked !== shown) return void (await showMoment(asked))
    const late = lateRooms()
    if (shown === null || late.length === 0) return undefined
    const { rooms } = await fetchAt(store, reader, shown, late)
    for (const name of late) current.add(name)
    store.dispatch(replayRooms(rooms))
    return undefined
  }

  const lateRooms = () => [...watched].filter((name) => !current.has(name))
  const isBehind = () => (asked !== null && asked !== shown) || (shown !== null && lateRooms().length > 0)

  async function showMoment(at: string): Promise<void> {
    const names = [...watched]
    const { rooms, moment } = await fetchAt(store, reader, at, names)
    if (closed || !moment) return
    shown = at
    current.clear()
    for (const name of names) current.add(name)
    store.dispatch(momentShown(moment))
    store.dispatch(replayRooms(rooms))
    store.dispatch(api.util.invalidateTags(['Read']))
    await Promise.race([settled(store), pause(COMPLETE_SCREEN_TIMEOUT_MS)])
  }

  async function run(): Promise<void> {
    if (running) return
    running = true
    clearTimeout(again)
    let failure: RequestFailure | undefined
    while (!closed && !failure && isBehind()) {
      const at = asked
      failure = await next().catch((refused: RequestFailure) => refused)
      // Ignores an error if the user has chosen another moment of the replay meanwhile.
      if (at !== asked) failure = undefined
    }
    running = false
    if (!closed) tellOf(failure)
  }

  function tellOf(failure: RequestFailure | undefined) {
    if (!failure || asked === null) return tell(null)
    tell({ at: asked, failure })
    if (!isFinal(failure)) again = setTimeout(run, RETRY_MS)
  }

  return {
    show(at) {
      asked = at
      if (at !== shown) tell({ at })
      void run()
    },
    watch(room) {
      if (watched.has(room)) return
      watched.add(room)
      store.dispatch(feedActions.roomWatched(room))
      void run()
    },
    arrived: async () => true,
    retry(room) {
      current.delete(room)
      void run()
    },
    close() {
      closed = true
      clearTimeout(again)
    },
  }
}

/** Returns the rows of feed rooms at a past moment, and the exact time of the moment. */
async function fetchAt(store: Store, reader: PollingUser, at: string, names: readonly RoomName[]) {
  const through = feedFetcherOf(store)
  let moment: ReplayMoment | undefined
  const get: typeof through = async (name, named) => {
    const answer = await through(name, { ...named, at })
    if (answer.time) moment = { at, position: answer.position, time: answer.time }
    return answer
  }
  const fetched = await Promise.all(
    names.map(async (name): Promise<ReplayedRoom[]> => {
      const room = await fetchRoom(name, get, reader)
      return room ? [{ name, ...room }] : []
    }),
  )
  return { rooms: fetched.flat(), moment }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves once no query is running. */
async function settled(store: Store): Promise<void> {
  const isBusy = () => Object.values(store.getState().api.queries).some((query) => query?.status === 'pending')
  while (isBusy()) {
    await new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        if (isBusy()) return
        stop()
        resolve()
      })
    })
  }
}

/** State of a replay, with the screens of one role. */
export interface ReplayState {
  opened: { store: Store; replay: Replay } | null
  /** The moment that the replay shows; null before the first response. */
  moment: ReplayMoment | null
  /** A time that the user has chosen in the replay, but whose data has not loaded yet. */
  awaited: PendingMoment | null
}

const momentOf = (store: Store) => (store.getState() as StateWithMoment).moment ?? null

/** Opens the auditor's replay with screens of `role` at the moment `at`. */
export function useReplayStore(role: Role, at: string | null): ReplayState {
  const { user, token } = useSession()
  const dispatch = useDispatch()
  const [opened, setOpened] = useState<ReplayState['opened']>(null)
  const [moment, setMoment] = useState<ReplayMoment | null>(null)
  const [awaited, setAwaited] = useState<PendingMoment | null>(null)
  useEffect(() => {
    if (!user || !token) return
    const store = createReplayStore()
    // The token is the auditor's own; `role` is the role whose screens are replayed.
    store.dispatch(sessionStarted({ token, user: { ...user, role, name: '' } }))
    const stop = store.subscribe(() => {
      setMoment(momentOf(store))
      if (!store.getState().session.token) dispatch(sessionExpired())
    })
    const replay = openReplay({ store, reader: { id: user.id, role }, tell: setAwaited })
    setOpened({ store, replay })
    return () => {
      stop()
      replay.close()
    }
  }, [user, token, role, dispatch])
  useEffect(() => {
    if (at !== null) opened?.replay.show(at)
  }, [opened, at])
  return { opened, moment, awaited }
}

interface ReplayProviderProps {
  past: ReplayState
  children: ReactNode
}

/** Renders the children once the replay's first moment has loaded. */
export function ReplayProvider({ past: { opened, moment }, children }: ReplayProviderProps) {
  const off = useMemo((): DisabledButtonProps => ({ disabled: true, title: getReplayDisabledReason() }), [])
  if (!opened || !moment) return null
  return (
    <Provider store={opened.store}>
      <FeedContext value={opened.replay}>
        <ClockContext value={Date.parse(moment.time)}>
          <CommandsDisabledContext value={off}>{children}</CommandsDisabledContext>
        </ClockContext>
      </FeedContext>
    </Provider>
  )
}

/** React Router's context of a screen that is outside every router. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false }

interface InnerRouterProps {
  /** Address that the screens inside the inner router see instead of the page's address. */
  location: Partial<Location> | string
  navigator: Navigator
  children: ReactNode
}

/**
 * Renders a router inside the app's router.
 * Hides the outer router's contexts, because the library refuses nested routers.
 * Without an inner router, all links in the replayed screens would need other addresses.
 */
export function InnerRouter({ location, navigator, children }: InnerRouterProps) {
  return (
    <UNSAFE_LocationContext value={null as never}>
      <UNSAFE_RouteContext value={NO_ROUTE}>
        <Router location={location} navigator={navigator} navigationType={'POP' as NavigationType}>
          {children}
        </Router>
      </UNSAFE_RouteContext>
    </UNSAFE_LocationContext>
  )
}
