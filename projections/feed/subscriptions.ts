/** Adds sockets to rooms, moves them, and reads rooms for joining clients. */
import type { Socket } from 'socket.io'
import type { RoomFrame } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { readWantedNotificationKinds } from '../queries/reader-settings.ts'
import { type DynamicRooms, type RoomSubscription, roomInstanceNameOf } from './dynamic-rooms.ts'
import type { FrameSender } from './frames.ts'
import { type RoomReadResult, readRoom, toClientRows } from './read-room.ts'
import { roomDefinitions, scopedRoomNameOf } from './rooms.ts'
import type { FeedReader } from './sessions.ts'

/**
 * Feed subscriptions of all sockets.
 * Call the methods inside `inTurn`, which runs one call after another.
 */
export interface RoomSubscriptions {
  /**
   * Adds the socket to the room and returns its rows.
   * Returns undefined if the socket closed.
   */
  take(
    socket: Socket,
    reader: FeedReader,
    name: RoomName,
    since: number | undefined,
  ): Promise<RoomReadResult | undefined>
  /**
   * Moves the socket to other rooms after a change of notification settings, truck or collection.
   * Returns the number of rows sent.
   */
  change(socket: Socket, reader: FeedReader): Promise<number>
}

export function createRoomSubscriptions(
  reading: ReadDependencies,
  frames: FrameSender,
  moving: DynamicRooms,
): RoomSubscriptions {
  const { runner, sealer } = reading
  const subscriptions = new WeakMap<Socket, Map<RoomName, string>>()
  const position = () => String(Math.max(0, runner.position()))

  async function subscriptionOf(name: RoomName, { principal, locale }: FeedReader): Promise<RoomSubscription> {
    const { view, scope, scopeByTruck } = roomDefinitions[name]
    const common = { name, scope: (await scopeByTruck?.(principal, runner.rows)) ?? scope(principal) }
    if (view !== 'notifications') return { ...common, kinds: [] }
    return { ...common, kinds: await readWantedNotificationKinds(runner.rows, principal), locale }
  }

  /**
   * Adds the socket to a room.
   * First sends pending changes to the members, so all have the same rows.
   */
  async function enter(socket: Socket, subscription: RoomSubscription): Promise<boolean> {
    const instance = roomInstanceNameOf(subscription)
    if (moving.has(instance)) {
      frames.settle(subscription.name, instance)
      const { behind } = await frames.send()
      if (behind.includes(instance)) throw new Error(`${instance} can't be read`)
    } else await moving.open(subscription)
    // Add no closed socket: it would stay in the room forever.
    if (!socket.connected) {
      if (!socket.nsp.adapter.rooms.has(instance)) moving.forget(instance)
      return false
    }
    socket.join(instance)
    subscriptions.set(socket, (subscriptions.get(socket) ?? new Map()).set(subscription.name, instance))
    return true
  }

  return {
    async take(socket, reader, name, since) {
      const { principal } = reader
      if (!socket.connected) return undefined
      if (!roomDefinitions[name].moves) {
        // Joins the socket.io room before reading its rows.
        // If a row changes during the read, the next frame contains the change.
        socket.join(scopedRoomNameOf(name, roomDefinitions[name].scope(principal)))
        return readRoom(name, principal, since, reading)
      }
      const subscription = await subscriptionOf(name, reader)
      if (!(await enter(socket, subscription))) return undefined
      return { snapshot: true, rows: moving.shown(roomInstanceNameOf(subscription)), removed: [], position: position() }
    },

    async change(socket, reader) {
      let sent = 0
      for (const [name, before] of subscriptions.get(socket) ?? []) {
        const subscription = await subscriptionOf(name, reader)
        const instance = roomInstanceNameOf(subscription)
        if (instance === before) continue
        const shown = moving.shown(before).map(({ id }) => id)
        if (!(await enter(socket, subscription))) return sent
        socket.leave(before)
        const found = moving.shown(instance)
        const standing = new Set(found.map(({ id }) => id))
        const rows = await toClientRows(name, found, { sealer, rows: runner.rows, locale: reader.locale })
        const removed = shown.filter((id) => !standing.has(id))
        socket.emit('frames', [{ room: name, rows, removed, position: position() } as RoomFrame])
        sent += rows.length
      }
      return sent
    },
  }
}
