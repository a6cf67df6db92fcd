/**
 * Provides a replay to its screens, with a past moment and without commands.
 * Its router gives these screens their own address.
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
import { sessionEnded, sessionStarted, useSession } from '#web/lib/api/session.ts'
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

/** A requested moment not shown yet, with the server's error after failure. */
interface PendingMoment {
  at: string
  failure?: RequestFailure
}

interface Replay extends FeedConnection {
  /**
   * Loads a moment and shows it; until then the current one stays.
   * Only the last of several requests is shown.
   */
  show(at: string): void
}

interface ReplayOptions {
  store: Store
  reader: PollingUser
  /** Called with the loading moment, then with null once visible. */
  tell(awaited: PendingMoment | null): void
}

/**
 * Feed room with a row at every moment.
 * Its response has the exact time.
 */
const ANCHOR: RoomName = 'configuration'
const RETRY_MS = 2_000
/**
 * Longest wait in ms until the whole screen shows the moment.
 * Without waiting, a screen could show two moments at once.
 */
const COMPLETE_SCREEN_TIMEOUT_MS = 1_500

/** Returns whether the failure is final, so a retry would fail too. */
const isFinal = ({ status }: RequestFailure) => status >= 400 && status < 500

function openReplay({ store, reader, tell }: ReplayOptions): Replay {
  const watched = new Set<RoomName>([ANCHOR])
  /** Feed rooms whose cached rows already belong to the visible moment. */
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
      // Ignores an error if another moment has been requested meanwhile.
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

/** Returns these rooms' rows at a past moment, with its exact time. */
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
  /** The visible moment; null before the first response. */
  moment: ReplayMoment | null
  /** A requested moment that the replay does not show yet. */
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
    // The token identifies the auditor; screens are rendered for the replayed role.
    store.dispatch(sessionStarted({ token, user: { ...user, role, name: '' } }))
    const stop = store.subscribe(() => {
      setMoment(momentOf(store))
      if (!store.getState().session.token) dispatch(sessionEnded())
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

/** Renders its children once the first moment has loaded. */
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

/** Route context of a screen outside every router. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false }

interface InnerRouterProps {
  /** Address that the screens inside this router see. */
  location: Partial<Location> | string
  navigator: Navigator
  children: ReactNode
}

/**
 * Renders a router inside the app's router.
 * Removes the app's contexts, because the library refuses nested routers.
 * Otherwise every link here would need another address.
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
