/** A store that plays one person's screens from a tape: its rooms and its reads come out of that, and nothing is sent. */
import type { Frame } from '#contract/feed.ts'
import type { RoomName } from '#contract/rooms.ts'
import { type Tape, type TapedChange, type TapedScreens, type TourRole, tapedName } from '#contract/tape.ts'
import { api, type Through } from '#web/calls/api.ts'
import { momentShown } from '#web/calls/moment.ts'
import { sessionStarted } from '#web/calls/session.ts'
import type { Store } from '#web/calls/store.ts'
import type { Feed } from './connection.ts'
import { createPastStore, type Replayed, replayed } from './past-store.ts'
import type { Row } from './room.ts'
import { feedActions } from './slice.ts'

/** Why nothing can be changed. */
export const TAPE_OFF = 'Demo: nothing is sent'

export interface Taped {
  store: Store
  feed: Feed
  /** The next moment comes as if live; any other stands at once. */
  show(moment: number): void
  /** Reads that the tape has no answer to. */
  unanswered: readonly string[]
}

export function openTaped({ moments, screens }: Tape, role: TourRole): Taped {
  const { user, changes, answers } = screens[role]
  const watched = new Set<RoomName>()
  const unanswered: string[] = []
  let shown = -1
  const store = createPastStore(
    throughTape(answers, () => shown, unanswered),
    'demo',
  )
  store.dispatch(sessionStarted({ user, token: '' }))

  const positionAt = (moment: number) => moments[moment]?.position ?? '0'
  const roomAt = (name: RoomName, moment: number): Replayed => ({
    name,
    rows: rowsOf(name, changes.slice(0, moment + 1)),
    position: positionAt(moment),
  })

  function goOn(moment: number): void {
    const position = positionAt(moment)
    const frames = (changes[moment] ?? []).filter(({ room }) => watched.has(room))
    store.dispatch(
      feedActions.framesCame({ frames: frames.map((change) => frameOf(change, position)), at: Date.now() }),
    )
    store.dispatch(feedActions.pulseCame({ position, at: Date.now() }))
  }

  return {
    store,
    unanswered,
    show(moment) {
      const at = moments[moment]
      if (!at || moment === shown) return
      const isNext = shown >= 0 && moment === shown + 1
      shown = moment
      store.dispatch(momentShown({ at: String(moment), position: at.position, time: at.time }))
      if (isNext) goOn(moment)
      else store.dispatch(replayed([...watched].map((name) => roomAt(name, moment))))
      store.dispatch(api.util.invalidateTags(['Read']))
    },
    feed: {
      watch(room) {
        if (watched.has(room)) return
        watched.add(room)
        store.dispatch(feedActions.roomWatched(room))
        if (shown >= 0) store.dispatch(replayed([roomAt(room, shown)]))
      },
      arrived: async () => true,
      retry: () => undefined,
      close: () => undefined,
    },
  }
}

/** All rows of a room after these changes. */
function rowsOf(name: RoomName, changes: readonly (readonly TapedChange[])[]): Row[] {
  const rows = new Map<string, Row>()
  for (const change of changes.flat()) {
    if (change.room !== name) continue
    for (const row of change.rows) rows.set(row.id, row)
    for (const id of change.removed) rows.delete(id)
  }
  return [...rows.values()]
}

const frameOf = ({ room, rows, removed }: TapedChange, position: string) =>
  ({ room, rows, removed, position }) as unknown as Frame

const throughTape =
  (answers: TapedScreens['answers'], shown: () => number, unanswered: string[]): Through =>
  async (args, call) => {
    if (call.type === 'mutation') return { error: { status: 405, message: TAPE_OFF } }
    const name = tapedName(args.url, args.params)
    const answer = answers[name]?.findLast(([since]) => since <= shown())
    if (answer) return { data: answer[1] }
    unanswered.push(name)
    return { error: { status: 404, message: 'The demo shows this screen only as far as its story goes.' } }
  }
