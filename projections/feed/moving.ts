/**
 * Tracks rooms whose rows leave over time or when newer rows arrive.
 * It stores what each room shows and computes additions and removals.
 */

import type { RoomName } from '#contract/feed/rooms.ts'
import type { NotificationKind } from '#contract/people/notifications.ts'
import { matcher } from '#platform/read-store/matcher.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { within } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { baseOf, roomTable, type Scope } from './rooms.ts'

/** A room for one reader, or for readers with equal scope. */
export interface Seat {
  name: RoomName
  scope: Scope
  /** Notification kinds the reader wants; empty for other rooms. */
  kinds: readonly NotificationKind[]
}

/** Returns the socket.io room name. */
export const instanceOf = ({ name, scope, kinds }: Seat) => baseOf(name, scope) + kinds.join()

export interface MovingRooms {
  /** Starts tracking the room; call it before any client joins. */
  open(seat: Seat): Promise<void>
  has(instance: string): boolean
  forget(instance: string): void
  /** Returns the instances that the row is in, was in or may enter. */
  around(name: RoomName, row: Row): Iterable<string>
  /**
   * Marks rows to be sent again although no event changed them.
   * Returns the instances that show any of them.
   */
  tellAgain(name: RoomName, isMeant: (row: Row) => boolean): string[]
  /** Returns the instances whose rows expired. */
  aged(): { instance: string; name: RoomName }[]
  /**
   * Returns the changes since the last `keep()`, or since opening.
   * `keep()` accepts them as sent.
   */
  settle(instance: string): Promise<{ rows: Row[]; removed: string[]; keep(): void }>
  shown(instance: string): Row[]
}

/** Impossible position that marks a row to be sent with the next frame. */
const UNTOLD = -1

export function createMovingRooms({ runner, clock }: Pick<Reading, 'runner' | 'clock'>): MovingRooms {
  const open = new Map<string, { seat: Seat; shown: Map<string, Row> }>()
  /** Instance names by room and scope. */
  const byBase = new Map<string, Set<string>>()

  const listsOf = ({ name, scope, kinds }: Seat) =>
    roomTable[name].lists(clock(), scope, kinds).map((list) => within(scope, list))

  async function read(seat: Seat): Promise<Map<string, Row>> {
    const { view } = roomTable[seat.name]
    const found = await Promise.all(listsOf(seat).map((list) => runner.rows.find(view, list)))
    return new Map(found.flat().map((row) => [row.id, row]))
  }

  return {
    async open(seat) {
      const instance = instanceOf(seat)
      const base = baseOf(seat.name, seat.scope)
      const room = { seat, shown: new Map<string, Row>() }
      // Registered before reading, so a change meanwhile settles it again.
      open.set(instance, room)
      byBase.set(base, (byBase.get(base) ?? new Set()).add(instance))
      room.shown = await read(seat)
    },
    has: (instance) => open.has(instance),
    forget(instance) {
      const seat = open.get(instance)?.seat
      if (!seat) return
      const base = baseOf(seat.name, seat.scope)
      open.delete(instance)
      byBase.get(base)?.delete(instance)
      if (byBase.get(base)?.size === 0) byBase.delete(base)
    },
    around: (name, row) => byBase.get(baseOf(name, roomTable[name].scopeOf(row))) ?? [],
    tellAgain(name, isMeant) {
      const showing = [...open].filter(([, { seat, shown }]) => seat.name === name && [...shown.values()].some(isMeant))
      for (const [, { shown }] of showing)
        for (const row of [...shown.values()].filter(isMeant)) shown.set(row.id, { ...row, position: UNTOLD })
      return showing.map(([instance]) => instance)
    },
    aged() {
      const moved = [...open].filter(([, { seat, shown }]) => {
        if (roomTable[seat.name].moves !== 'with time') return false
        const stands = listsOf(seat).map(({ filter = {} }) => matcher(filter))
        return [...shown.values()].some((row) => !stands.some((matches) => matches(row)))
      })
      return moved.map(([instance, { seat }]) => ({ instance, name: seat.name }))
    },
    async settle(instance) {
      const room = open.get(instance)
      if (!room) return { rows: [], removed: [], keep: () => undefined }
      const [before, found] = [room.shown, await read(room.seat)]
      const rows = [...found.values()].filter((row) => before.get(row.id)?.position !== row.position)
      const keep = () => {
        room.shown = found
      }
      return { rows, removed: [...before.keys()].filter((id) => !found.has(id)), keep }
    },
    shown: (instance) => [...(open.get(instance)?.shown.values() ?? [])],
  }
}
