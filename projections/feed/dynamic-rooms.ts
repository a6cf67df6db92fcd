/**
 * Tracks rooms whose rows leave over time or when newer rows arrive.
 * It stores what each room shows and computes additions and removals.
 */

import type { RoomName } from '#contract/feed/rooms.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { matcher } from '#platform/read-store/matcher.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { withFields } from '../queries/lists.ts'
import { roomTable, type Scope, scopedNameOf } from './rooms.ts'

/** A room for one reader, or for readers with equal scope. */
export interface Subscription {
  name: RoomName
  scope: Scope
  /** Notification kinds the reader wants; empty for other rooms. */
  kinds: readonly NotificationKind[]
  /** Language of the reader; only for rooms with texts. */
  locale?: TextLocale
}

/** Returns the socket.io room name. */
export const instanceNameOf = ({ name, scope, kinds, locale }: Subscription) =>
  scopedNameOf(name, scope) + kinds.join() + (locale ?? '')

/** Changes of a room, and the language of its readers. */
interface SettledRoom extends Pick<Subscription, 'locale'> {
  rows: Row[]
  removed: string[]
  keep(): void
}

export interface DynamicRooms {
  /** Starts tracking the room; call it before any client joins. */
  open(seat: Subscription): Promise<void>
  has(instance: string): boolean
  forget(instance: string): void
  /** Returns the instances that the row is in, was in or may enter. */
  around(name: RoomName, row: Row): Iterable<string>
  /**
   * Marks rows to be sent again although no event changed them.
   * Returns the instances that show any of them.
   */
  tellAgain(name: RoomName, isAffected: (row: Row) => boolean): string[]
  /** Returns the instances whose rows expired. */
  aged(): { instance: string; name: RoomName }[]
  /**
   * Returns the changes since the last `keep()`, or since opening.
   * `keep()` accepts them as sent.
   */
  settle(instance: string): Promise<SettledRoom>
  shown(instance: string): Row[]
}

/** Impossible position that marks a row to be sent with the next frame. */
const UNSENT = -1

export function createDynamicRooms({ runner, clock }: Pick<ReadDependencies, 'runner' | 'clock'>): DynamicRooms {
  const open = new Map<string, { seat: Subscription; shown: Map<string, Row> }>()
  /** Instance names by room and scope. */
  const byBase = new Map<string, Set<string>>()

  const listsOf = ({ name, scope, kinds }: Subscription) =>
    roomTable[name].lists(clock(), scope, kinds).map((list) => withFields(scope, list))

  async function read(seat: Subscription): Promise<Map<string, Row>> {
    const { view } = roomTable[seat.name]
    const found = await Promise.all(listsOf(seat).map((list) => runner.rows.find(view, list)))
    return new Map(found.flat().map((row) => [row.id, row]))
  }

  return {
    async open(seat) {
      const instance = instanceNameOf(seat)
      const base = scopedNameOf(seat.name, seat.scope)
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
      const base = scopedNameOf(seat.name, seat.scope)
      open.delete(instance)
      byBase.get(base)?.delete(instance)
      if (byBase.get(base)?.size === 0) byBase.delete(base)
    },
    around: (name, row) => byBase.get(scopedNameOf(name, roomTable[name].scopeOf(row))) ?? [],
    tellAgain(name, isAffected) {
      const showing = [...open].filter(
        ([, { seat, shown }]) => seat.name === name && [...shown.values()].some(isAffected),
      )
      for (const [, { shown }] of showing)
        for (const row of [...shown.values()].filter(isAffected)) shown.set(row.id, { ...row, position: UNSENT })
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
      const removed = [...before.keys()].filter((id) => !found.has(id))
      return { rows, removed, keep, locale: room.seat.locale }
    },
    shown: (instance) => [...(open.get(instance)?.shown.values() ?? [])],
  }
}
