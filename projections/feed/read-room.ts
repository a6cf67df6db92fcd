/** Reads what a joining client needs of a room: everything, or only what changed after the position that it has. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Joined, RoomName } from '#contract/feed.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Runner } from '../runner/runner.ts'
import { roomTable } from './rooms.ts'

/** More changed rows than this are not worth a delta. */
const DELTA_LIMIT = 5_000
/** How long a client that is ahead of this process waits for it, so that no board ever goes back in time. */
const CATCH_UP_MS = 2_000

/** Rooms whose rows hold names. A row does not change when somebody in it is erased, so no delta would tell of it. */
const WITH_NAMES: readonly RoomName[] = ['active-reports', 'my-reports', 'schedules', 'my-schedules']

interface Parts {
  runner: Pick<Runner, 'position' | 'table'>
  reads: ReadStore
  sealer: Sealer
}

export async function readRoom(
  name: RoomName,
  principal: Principal,
  after: string | undefined,
  parts: Parts,
): Promise<Joined> {
  const { runner, reads, sealer } = parts
  const room = roomTable[name]
  const scope = room.scope(principal)
  const table = runner.table(room.view)
  const since = after === undefined ? undefined : Number(after)
  if (since !== undefined) await reach(since, runner)
  const reached = runner.position()
  const position = String(Math.max(0, reached))

  if (since !== undefined && since <= reached && !(WITH_NAMES.includes(name) && (await erasedAfter(since, parts)))) {
    const filter = { ...scope, position: { $gt: since } }
    const changed = await reads.find(table, { filter, sort: room.sort, limit: DELTA_LIMIT })
    if (changed.length < DELTA_LIMIT) {
      const rows = await room.wire(changed.filter(room.matches), sealer)
      const removed = changed.filter((row) => !room.matches(row)).map((row) => row.id)
      return { ok: true, room: name, snapshot: false, rows: rows as never, removed, position }
    }
  }
  const found = await reads.find(table, { filter: { ...scope, ...room.filter }, sort: room.sort, limit: room.limit })
  const rows = await room.wire(found, sealer)
  return { ok: true, room: name, snapshot: true, rows: rows as never, removed: [], position }
}

/** Whether anybody was erased after the position. */
async function erasedAfter(since: number, { runner, reads }: Parts): Promise<boolean> {
  const filter = { erased: true, position: { $gt: since } }
  return (await reads.find(runner.table('accounts'), { filter, limit: 1 })).length > 0
}

async function reach(position: number, runner: Pick<Runner, 'position'>): Promise<void> {
  const until = Date.now() + CATCH_UP_MS
  while (runner.position() < position && Date.now() < until) await pause(10)
}
