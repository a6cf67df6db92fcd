/** Reads what a joining client needs of a room that holds one list for good: all of it, or what changed after its position. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import { matcher } from '#platform/read-store/matcher.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { type List, within } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { roomTable } from './rooms.ts'

/** More changed rows than this are not worth a delta. */
const DELTA_LIMIT = 5_000
/** So many rows are opened in one go; then whatever else waits for this process has its turn. */
const SLICE = 200

/** Rooms whose rows hold names. A row does not change when somebody in it is erased, so no delta would tell of it. */
const WITH_NAMES: readonly RoomName[] = ['active-reports', 'my-reports']

export interface Read {
  /** Whether the rows are all of the room; otherwise they are what changed. */
  snapshot: boolean
  rows: Row[]
  removed: string[]
  position: string
}

type Parts = Pick<Reading, 'runner'>

const listOf = (name: RoomName): List => roomTable[name].lists(new Date(), {}, [])[0] ?? {}

/** Of these rows, those that stand in the room, and the ids of those that do not or no more. */
export function parted(name: RoomName, rows: readonly Row[]): { rows: Row[]; removed: string[] } {
  const stands = matcher(listOf(name).filter ?? {})
  return { rows: rows.filter(stands), removed: rows.filter((row) => !stands(row)).map(({ id }) => id) }
}

/** `since`: the position that the client has all of the room at. */
export async function readRoom(
  name: RoomName,
  principal: Principal,
  since: number | undefined,
  parts: Parts,
): Promise<Read> {
  const { runner } = parts
  const scope = roomTable[name].scope(principal)
  const list = within(scope, listOf(name))
  const { view } = roomTable[name]
  const reached = runner.position()
  const position = String(Math.max(0, reached))

  if (since !== undefined && since <= reached && !(WITH_NAMES.includes(name) && (await erasedAfter(since, parts)))) {
    const filter = { ...scope, position: { $gt: since } }
    const changed = await runner.rows.find(view, { filter, sort: list.sort, limit: DELTA_LIMIT })
    if (changed.length < DELTA_LIMIT) return { snapshot: false, ...parted(name, changed), position }
  }
  return { snapshot: true, rows: await runner.rows.find(view, list), removed: [], position }
}

/** The rows as the wire has them. However many they are, no board has to wait until all of them are opened. */
export async function wired(name: RoomName, rows: readonly Row[], sealer: Sealer): Promise<unknown[]> {
  const done: unknown[] = []
  for (let n = 0; n < rows.length; n += SLICE) {
    if (n > 0) await nextTurn()
    done.push(...(await roomTable[name].wire(rows.slice(n, n + SLICE), sealer)))
  }
  return done
}

/** Whether anybody was erased after the position. */
async function erasedAfter(since: number, { runner }: Parts): Promise<boolean> {
  const filter = { erased: true, position: { $gt: since } }
  return (await runner.rows.find('accounts', { filter, limit: 1 })).length > 0
}
