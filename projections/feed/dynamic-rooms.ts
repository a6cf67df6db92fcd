/**
 * Tracks dynamic rooms of the feed: rows leave them when time passes or newer rows displace them.
 * Stores the rows shown in each room, to find added and removed ones.
 */

import type { RoomName } from '#contract/feed/rooms.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { createMatcher } from '#platform/read-store/matcher.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { restrictListToFields } from '../queries/lists.ts'
import { type RoomScope, roomDefinitions, scopedRoomNameOf } from './rooms.ts'

/**
 * Subscription to a room.
 * Equal subscriptions share one room instance.
 */
export interface RoomSubscription {
  name: RoomName
  scope: RoomScope
  /**
   * Kinds of notifications that the reader wants.
   * Empty for rooms without notifications.
   */
  kinds: readonly NotificationKind[]
  /** Language of the reader; set only for rooms whose rows contain texts. */
  locale?: TextLocale
}

/**
 * Returns the name of the socket.io room for a subscription.
 * The name contains the feed room's name, scope, notification kinds and language.
 */
export const roomInstanceNameOf = ({ name, scope, kinds, locale }: RoomSubscription) =>
  scopedRoomNameOf(name, scope) + kinds.join() + (locale ?? '')

/** Changed rows of a room, with the language of the room's readers. */
interface SettledRoom extends Pick<RoomSubscription, 'locale'> {
  rows: Row[]
  removed: string[]
  keep(): void
}

export interface DynamicRooms {
  /**
   * Starts tracking which rows a subscription's room shows for its scope, kinds and language.
   * Call it before the first client joins the room.
   */
  open(seat: RoomSubscription): Promise<void>
  has(instance: string): boolean
  forget(instance: string): void
  /** Returns the names of the socket.io rooms that contain, contained or may soon contain the row. */
  around(name: RoomName, row: Row): Iterable<string>
  /**
   * Marks rows to be sent again although no event changed them.
   * Returns the names of the socket.io rooms that show any of these rows.
   */
  tellAgain(name: RoomName, isAffected: (row: Row) => boolean): string[]
  /** Returns the socket.io rooms with rows that have become too old to show. */
  aged(): { instance: string; name: RoomName }[]
  /**
   * Returns how a room's rows changed since the last `keep()`, or since the room was opened.
   * `keep()` of the result marks these changes as sent.
   */
  settle(instance: string): Promise<SettledRoom>
  shown(instance: string): Row[]
}

/**
 * Placeholder position of a changed row until the next frame sends the row.
 * No event has this position.
 */
const UNSENT = -1

export function createDynamicRooms({ runner, clock }: Pick<ReadDependencies, 'runner' | 'clock'>): DynamicRooms {
  const open = new Map<string, { seat: RoomSubscription; shown: Map<string, Row> }>()
  /** Names of the open rooms, grouped by room and scope (such as the zone). */
  const byBase = new Map<string, Set<string>>()

  const listsOf = ({ name, scope, kinds }: RoomSubscription) =>
    roomDefinitions[name].lists(clock(), scope, kinds).map((list) => restrictListToFields(scope, list))

  async function read(seat: RoomSubscription): Promise<Map<string, Row>> {
    const { view } = roomDefinitions[seat.name]
    const found = await Promise.all(listsOf(seat).map((list) => runner.rows.find(view, list)))
    return new Map(found.flat().map((row) => [row.id, row]))
  }

  return {
    async open(seat) {
      const instance = roomInstanceNameOf(seat)
      const base = scopedRoomNameOf(seat.name, seat.scope)
      const room = { seat, shown: new Map<string, Row>() }
      // Registers the room before its rows are read, so that no change during the read is missed.
      open.set(instance, room)
      byBase.set(base, (byBase.get(base) ?? new Set()).add(instance))
      room.shown = await read(seat)
    },
    has: (instance) => open.has(instance),
    forget(instance) {
      const seat = open.get(instance)?.seat
      if (!seat) return
      const base = scopedRoomNameOf(seat.name, seat.scope)
      open.delete(instance)
      byBase.get(base)?.delete(instance)
      if (byBase.get(base)?.size === 0) byBase.delete(base)
    },
    around: (name, row) => byBase.get(scopedRoomNameOf(name, roomDefinitions[name].scopeOf(row))) ?? [],
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
        if (roomDefinitions[seat.name].moves !== 'with time') return false
        const stands = listsOf(seat).map(({ filter = {} }) => createMatcher(filter))
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
