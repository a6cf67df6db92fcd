/** Rooms of a replay store, which all show the rows of one moment. */
import type { RoomName } from '#contract/feed/rooms.ts'
import { api, type Failure } from '#web/calls/api.ts'
import { type Moment, momentShown } from '#web/calls/moment.ts'
import type { Store } from '#web/calls/store.ts'
import type { Feed } from './connection.ts'
import { getThrough } from './get.ts'
import { type Replayed, replayed } from './past-store.ts'
import { fetchRoom, type Reader } from './polling.ts'
import { feedActions } from './slice.ts'

/** A requested moment that is not visible yet, with the server's error. */
export interface Awaited {
  at: string
  failure?: Failure
}

export interface Replay extends Feed {
  /**
   * Shows another moment; the visible one stays until the new one has loaded.
   * The last of several pending requests wins.
   */
  show(at: string): void
}

export interface ReplayOptions {
  store: Store
  reader: Reader
  /** Reports the pending moment; null once it is visible. */
  tell(awaited: Awaited | null): void
}

/** A room of every moment; its response has the exact time. */
const ANCHOR: RoomName = 'configuration'
const AGAIN_MS = 2_000
/**
 * Longest wait for the rest of a screen before the next moment, in ms.
 * The wait prevents a mix of two moments.
 */
const PATIENCE_MS = 1_500

/** Returns true for errors that a retry would repeat. */
const isFinal = ({ status }: Failure) => status >= 400 && status < 500

export function openReplay({ store, reader, tell }: ReplayOptions): Replay {
  const watched = new Set<RoomName>([ANCHOR])
  /** Rooms that show the visible moment. */
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
    store.dispatch(replayed(rooms))
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
    store.dispatch(replayed(rooms))
    store.dispatch(api.util.invalidateTags(['Read']))
    await Promise.race([settled(store), pause(PATIENCE_MS)])
  }

  async function run(): Promise<void> {
    if (running) return
    running = true
    clearTimeout(again)
    let failure: Failure | undefined
    while (!closed && !failure && isBehind()) {
      const at = asked
      failure = await next().catch((refused: Failure) => refused)
      // The error does not concern a moment that was requested meanwhile.
      if (at !== asked) failure = undefined
    }
    running = false
    if (!closed) tellOf(failure)
  }

  function tellOf(failure: Failure | undefined) {
    if (!failure || asked === null) return tell(null)
    tell({ at: asked, failure })
    if (!isFinal(failure)) again = setTimeout(run, AGAIN_MS)
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

/** Returns past rooms and the moment that the server reports. */
async function fetchAt(store: Store, reader: Reader, at: string, names: readonly RoomName[]) {
  const through = getThrough(store)
  let moment: Moment | undefined
  const get: typeof through = async (name, named) => {
    const answer = await through(name, { ...named, at })
    if (answer.time) moment = { at, position: answer.position, time: answer.time }
    return answer
  }
  const fetched = await Promise.all(
    names.map(async (name): Promise<Replayed[]> => {
      const room = await fetchRoom(name, get, reader)
      return room ? [{ name, ...room }] : []
    }),
  )
  return { rooms: fetched.flat(), moment }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves once no query is pending. */
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
