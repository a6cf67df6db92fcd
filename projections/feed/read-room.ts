/**
 * Reads a room for a joining client: all rows, or changes since a position.
 * Only for rooms whose rows do not expire.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import { createMatcher } from '#platform/read-store/matcher.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { type ListQuery, restrictListToFields } from '../queries/lists.ts'
import { type ClientRowDependencies, roomDefinitions } from './rooms.ts'

/**
 * Maximum number of changed rows that are sent.
 * If more have changed, a complete snapshot is cheaper.
 */
const MAX_DELTA_ROWS = 5_000
/**
 * Rows decrypted at once.
 * Other work runs between slices.
 */
const SLICE_ROWS = 200

/**
 * Rooms whose rows contain names.
 * Erasures change no row, so reading only changes would miss them.
 */
const ROOMS_WITH_NAMES: readonly RoomName[] = ['active-reports', 'my-reports']

export interface RoomReadResult {
  /** True if `rows` are all rows of the room, not only changed ones. */
  snapshot: boolean
  rows: Row[]
  removed: string[]
  position: string
}

type RoomDependencies = Pick<ReadDependencies, 'runner'>

const listOf = (name: RoomName): ListQuery => roomDefinitions[name].lists(new Date(), {}, [])[0] ?? {}

/** Separates the rows that belong to a feed room from the ids of all other rows. */
export function splitRowsByRoom(name: RoomName, rows: readonly Row[]): { rows: Row[]; removed: string[] } {
  const isInRoom = createMatcher(listOf(name).filter ?? {})
  return { rows: rows.filter(isInRoom), removed: rows.filter((row) => !isInRoom(row)).map(({ id }) => id) }
}

/**
 * Reads the room for a client.
 * `since` is the position of the client's rows.
 */
export async function readRoom(
  name: RoomName,
  principal: Principal,
  since: number | undefined,
  parts: RoomDependencies,
): Promise<RoomReadResult> {
  const { runner } = parts
  const scope = roomDefinitions[name].scope(principal)
  const list = restrictListToFields(scope, listOf(name))
  const { view } = roomDefinitions[name]
  const reached = runner.position()
  const position = String(Math.max(0, reached))

  if (
    since !== undefined &&
    since <= reached &&
    !(ROOMS_WITH_NAMES.includes(name) && (await erasedAfter(since, parts)))
  ) {
    const filter = { ...scope, position: { $gt: since } }
    const changed = await runner.rows.find(view, { filter, sort: list.sort, limit: MAX_DELTA_ROWS })
    if (changed.length < MAX_DELTA_ROWS) return { snapshot: false, ...splitRowsByRoom(name, changed), position }
  }
  return { snapshot: true, rows: await runner.rows.find(view, list), removed: [], position }
}

/**
 * Returns rows in the form in which clients receive them.
 * Converts the rows in slices, so that other work can run in between.
 */
export async function toClientRows(
  name: RoomName,
  rows: readonly Row[],
  reading: ClientRowDependencies,
): Promise<unknown[]> {
  const done: unknown[] = []
  for (let n = 0; n < rows.length; n += SLICE_ROWS) {
    if (n > 0) await nextTurn()
    done.push(...(await roomDefinitions[name].wire(rows.slice(n, n + SLICE_ROWS), reading)))
  }
  return done
}

/** Returns whether an account was erased after the position. */
async function erasedAfter(since: number, { runner }: RoomDependencies): Promise<boolean> {
  const filter = { erased: true, position: { $gt: since } }
  return (await runner.rows.find('accounts', { filter, limit: 1 })).length > 0
}
