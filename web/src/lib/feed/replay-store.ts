/** Redux stores for replays of past log positions and for recordings. */
import { t } from '@lingui/core/macro'
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { copyWithStructuralSharing, type FetchArgs } from '@reduxjs/toolkit/query'
import {
  type RecordedRowChanges,
  type RecordedScreens,
  recordedResponseKeyOf,
  type TourRecording,
  type TourRole,
} from '#contract/demo/tour-recording.ts'
import type { RoomFrame } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { endpointRoutes } from '#contract/routes.ts'
import { lookUp } from '#domain/dictionary.ts'
import { api, type CallMiddleware, createStore, rootReducer, type Store } from '#web/lib/api/api.ts'
import { type CallArgs, type QueryName, requestOf } from '#web/lib/api/request.ts'
import { sessionStarted } from '#web/lib/api/session.ts'
import type { FeedConnection } from './connection.ts'
import { type ConnectionPhase, emptyFeedRoom, type FeedRow, type FeedState, feedActions, feedSlice } from './room.ts'

/** The visible moment of a replay. */
export interface ReplayMoment {
  /** The log position or time that was requested. */
  at: string
  /** Log position of the last event at or before the moment; '0' if there is none. */
  position: string
  /** Time in ISO 8601, shown by the screens' clocks. */
  time: string
}

/**
 * State of a store, for code in live and replay stores.
 * A live store has no `moment`.
 */
export interface StateWithMoment {
  moment?: ReplayMoment | null
}

const momentSlice = createSlice({
  name: 'moment',
  initialState: null as ReplayMoment | null,
  reducers: {
    momentShown: (_state, { payload }: PayloadAction<ReplayMoment>): ReplayMoment => payload,
  },
})

export const { momentShown } = momentSlice.actions

const RETRY_AFTER_MS = 1_000

/** Tooltip of commands, which are disabled in a replay. */
export const getReplayDisabledReason = () => t`Replay: nothing can be changed`

/**
 * Adds the shown time of the replay to all reads, and refuses commands.
 * Repeats reads while the server prepares that time (status 503).
 */
const replayMiddleware: CallMiddleware = async (args, call, options, send) => {
  if (call.type === 'mutation') return { error: { status: 405, message: getReplayDisabledReason() } }
  const shown = (call.getState() as StateWithMoment).moment?.at
  const answer = await send({ ...args, params: { at: shown, ...args.params } }, call, options)
  // If the caller of a read chose its own past moment, it also handles status 503, so do not retry.
  if (args.params?.at !== undefined || answer.error?.status !== 503 || call.signal.aborted) return answer
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
  return replayMiddleware(args, call, options, send)
}

// Redux store of the replay.
// Its reads return past rows, it refuses commands, and its feed rooms all change together.
// It is separate from the live store, because live and past rows must not share a cache.

/** Rows of a feed room at a past moment. */
export interface ReplayedRoom {
  name: RoomName
  rows: FeedRow[]
  position: string
}

export const replayRooms = createAction<readonly ReplayedRoom[]>('feed/replayed')

/** Phases that the feed has in a replay. */
type ReplayPhase = Extract<ConnectionPhase, 'past' | 'demo'>

/**
 * Replaces the rows of feed rooms in the feed's state.
 * Rows that did not change stay the same objects.
 */
function withRooms(feed: FeedState, rooms: readonly ReplayedRoom[], phase: ReplayPhase): FeedState {
  const changed = rooms.map(({ name, rows, position }) => {
    const before = feed.rooms[name] ?? emptyFeedRoom
    const byId = Object.fromEntries(rows.map((row) => [row.id, row]))
    const shared = copyWithStructuralSharing(before.rows, byId)
    return [name, { ...before, phase: 'joined', loaded: true, rows: shared, position, error: null }]
  })
  return { ...feed, phase, rooms: { ...feed.rooms, ...Object.fromEntries(changed) } }
}

/**
 * Creates the Redux store of a replay.
 * `through` answers the API reads of its screens.
 * By default the server answers them.
 */
export function createReplayStore(through: CallMiddleware = replayMiddleware, phase: ReplayPhase = 'past'): Store {
  const reducer = rootReducer.inject(feedSlice).inject(momentSlice)
  const replaying = (state: ReturnType<typeof reducer> | undefined, action: { type: string }) => {
    const next = reducer(state, action)
    return replayRooms.match(action) && next.feed
      ? { ...next, feed: withRooms(next.feed, action.payload, phase) }
      : next
  }
  return createStore(Object.assign(replaying, rootReducer) as unknown as typeof rootReducer, through)
}

/** Tooltip of commands, which are disabled in the demo. */
export const getDemoDisabledReason = () => t`Demo: nothing is sent`

export interface RecordingPlayer {
  store: Store
  feed: FeedConnection
  /**
   * Shows a moment of the recording.
   * The moment after the shown one arrives like live frames.
   * A jump to any other replaces all rows.
   */
  show(moment: number): void
}

/**
 * Opens a store that plays one user's screens from a recording.
 * The recording answers rooms and reads, so no request is sent.
 */
export function openRecordingPlayer({ moments, screens }: TourRecording, role: TourRole): RecordingPlayer {
  const { user, changes, answers } = screens[role]
  const watched = new Set<RoomName>()
  let shown = -1
  const answerTo = (args: Asked) => answerAt(answers, args, shown)
  const store = createReplayStore(recordingMiddleware(answerTo), 'demo')
  store.dispatch(sessionStarted({ user, token: '' }))

  const positionAt = (moment: number) => moments[moment]?.position ?? '0'
  const roomAt = (name: RoomName, moment: number): ReplayedRoom => ({
    name,
    rows: rowsOf(name, changes.slice(0, moment + 1)),
    position: positionAt(moment),
  })

  function goOn(moment: number): void {
    const [at, position] = [Date.now(), positionAt(moment)]
    const changed = (changes[moment] ?? []).filter(({ room }) => watched.has(room))
    store.dispatch(feedActions.framesCame({ frames: changed.map((change) => frameOf(change, position)), at }))
    store.dispatch(feedActions.pulseCame({ position, at }))
  }

  return {
    store,
    show(moment) {
      const at = moments[moment]
      if (!at || moment === shown) return
      const isNext = shown >= 0 && moment === shown + 1
      shown = moment
      store.dispatch(momentShown({ at: String(moment), position: at.position, time: at.time }))
      if (isNext) goOn(moment)
      else store.dispatch(replayRooms([...watched].map((name) => roomAt(name, moment))))
      answerAnew(store, answerTo)
    },
    feed: {
      watch(room) {
        if (watched.has(room)) return
        watched.add(room)
        store.dispatch(feedActions.roomWatched(room))
        if (shown >= 0) store.dispatch(replayRooms([roomAt(room, shown)]))
      },
      arrived: async () => true,
      retry: () => undefined,
      close: () => undefined,
    },
  }
}

/** Returns the rows of a feed room after applying the changes in order. */
function rowsOf(name: RoomName, changes: readonly (readonly RecordedRowChanges[])[]): FeedRow[] {
  const rows = new Map<string, FeedRow>()
  for (const change of changes.flat()) {
    if (change.room !== name) continue
    for (const row of change.rows) rows.set(row.id, row)
    for (const id of change.removed) rows.delete(id)
  }
  return [...rows.values()]
}

const frameOf = ({ room, rows, removed }: RecordedRowChanges, position: string) =>
  ({ room, rows, removed, position }) as unknown as RoomFrame

type Asked = Pick<FetchArgs, 'url' | 'params'>

/** Returns the recorded response to a query at a moment of the replay, if any. */
const answerAt = (answers: RecordedScreens['answers'], { url, params }: Asked, moment: number) =>
  lookUp(answers, recordedResponseKeyOf(url, params))?.findLast(([since]) => since <= moment)?.[1]

type AnswerTo = (asked: Asked) => unknown

/**
 * Updates cached API responses together with the rows of the feed rooms.
 * Otherwise the screen would show two different times until new requests finish.
 */
function answerAnew(store: Store, answerTo: AnswerTo): void {
  const put = api.util.updateQueryData as (...of: unknown[]) => ReturnType<typeof api.util.updateQueryData>
  for (const read of Object.values(store.getState().api.queries)) {
    const name = read?.endpointName as QueryName
    if (!(name in endpointRoutes)) continue
    const answer = answerTo(requestOf(name, (read?.originalArgs ?? {}) as CallArgs))
    if (answer !== undefined) store.dispatch(put(name, read?.originalArgs, () => answer))
  }
}

const recordingMiddleware =
  (answerTo: AnswerTo): CallMiddleware =>
  async (args, call) => {
    if (call.type === 'mutation') return { error: { status: 405, message: getDemoDisabledReason() } }
    const data = answerTo(args)
    return data === undefined ? { error: { status: 404, message: t`This is not part of the demo.` } } : { data }
  }
