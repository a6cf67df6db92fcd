/**
 * Reads a feed room's rows for a client that joins the room.
 * Returns all rows, or those changed since the client's log position.
 * Works only for rooms from which no row disappears without an event.
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
 * Number of rows that are decrypted in one step.
 * Other work can run between two steps.
 */
const SLICE_ROWS = 200

/**
 * Feed rooms whose rows contain people's names.
 * When a person is erased, no row changes.
 * Clients of these rooms therefore get all rows again after an erasure.
 */
const ROOMS_WITH_NAMES: readonly RoomName[] = ['active-reports', 'my-reports']

export interface RoomReadResult {
  /**
   * True if `rows` are all rows of the feed room.
   * False if they are only the changed rows.
   */
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
 * Reads a feed room's rows for a client.
 * `since` is the log position of the rows that the client already has.
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
