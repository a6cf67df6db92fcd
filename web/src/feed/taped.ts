/**
 * A store that plays one user's screens from a recording.
 * Its rooms and reads come from the recording, and no request is sent.
 */

import type { FetchArgs } from '@reduxjs/toolkit/query'
import { type Tape, type TapedChange, type TapedScreens, type TourRole, tapedName } from '#contract/city/tape.ts'
import type { Frame } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { lines } from '#contract/lines.ts'
import { lookUp } from '#rules/dictionary.ts'
import { api, type Through } from '#web/calls/api.ts'
import type { QueryName } from '#web/calls/endpoints.ts'
import { momentShown } from '#web/calls/moment.ts'
import { requestOf, type Sent } from '#web/calls/request.ts'
import { sessionStarted } from '#web/calls/session.ts'
import type { Store } from '#web/calls/store.ts'
import type { Feed } from './connection.ts'
import { createPastStore, type Replayed, replayed } from './past-store.ts'
import type { Row } from './room.ts'
import { feedActions } from './slice.ts'

/** Tooltip of disabled commands in the demo. */
export const TAPE_OFF = 'Demo: nothing is sent'
const NOT_TAPED = 'The demo goes only as far as its story.'

export interface Taped {
  store: Store
  feed: Feed
  /** Shows a moment: the next one as live frames, any other at once. */
  show(moment: number): void
}

export function openTaped({ moments, screens }: Tape, role: TourRole): Taped {
  const { user, changes, answers } = screens[role]
  const watched = new Set<RoomName>()
  let shown = -1
  const answerTo = (args: Asked) => answerAt(answers, args, shown)
  const store = createPastStore(throughTape(answerTo), 'demo')
  store.dispatch(sessionStarted({ user, token: '' }))

  const positionAt = (moment: number) => moments[moment]?.position ?? '0'
  const roomAt = (name: RoomName, moment: number): Replayed => ({
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
      else store.dispatch(replayed([...watched].map((name) => roomAt(name, moment))))
      answerAnew(store, answerTo)
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

/** Returns the rows of a room after these changes. */
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

type Asked = Pick<FetchArgs, 'url' | 'params'>

/** Returns the recorded response; undefined without one. */
const answerAt = (answers: TapedScreens['answers'], { url, params }: Asked, moment: number) =>
  lookUp(answers, tapedName(url, params))?.findLast(([since]) => since <= moment)?.[1]

type AnswerTo = (asked: Asked) => unknown

/**
 * Updates the cached reads together with the rooms.
 * A refetch would respond later, and the screen would be inconsistent until then.
 */
function answerAnew(store: Store, answerTo: AnswerTo): void {
  const put = api.util.updateQueryData as (...of: unknown[]) => ReturnType<typeof api.util.updateQueryData>
  for (const read of Object.values(store.getState().api.queries)) {
    const name = read?.endpointName as QueryName
    if (!(name in lines)) continue
    const answer = answerTo(requestOf(name, (read?.originalArgs ?? {}) as Sent))
    if (answer !== undefined) store.dispatch(put(name, read?.originalArgs, () => answer))
  }
}

const throughTape =
  (answerTo: AnswerTo): Through =>
  async (args, call) => {
    if (call.type === 'mutation') return { error: { status: 405, message: TAPE_OFF } }
    const data = answerTo(args)
    return data === undefined ? { error: { status: 404, message: NOT_TAPED } } : { data }
  }
