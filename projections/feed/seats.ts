/** Puts sockets into rooms and reads what they find there; and moves them when their owner wants other notifications. */
import type { Socket } from 'socket.io'
import type { Frame } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import { wantedKinds } from '../reading/reader-settings.ts'
import type { Reading } from '../reading/reading.ts'
import type { Frames } from './frames.ts'
import { instanceOf, type MovingRooms, type Seat } from './moving.ts'
import { type Read, readRoom, wired } from './read-room.ts'
import { baseOf, roomTable } from './rooms.ts'

/** Both are to be called in turn. */
export interface Seats {
  /** Puts the socket into the room and reads it; undefined when the socket was closed meanwhile. */
  take(socket: Socket, principal: Principal, name: RoomName, since: number | undefined): Promise<Read | undefined>
  /** The owner's settings are others than when the socket joined. */
  change(socket: Socket, principal: Principal): Promise<void>
}

export function createSeats(reading: Reading, frames: Frames, moving: MovingRooms): Seats {
  const { runner, sealer } = reading
  const seats = new WeakMap<Socket, Map<RoomName, string>>()
  const position = () => String(Math.max(0, runner.position()))

  async function seatOf(name: RoomName, principal: Principal): Promise<Seat> {
    const { view, scope } = roomTable[name]
    const kinds = view === 'notifications' ? await wantedKinds(runner.rows, principal) : []
    return { name, scope: scope(principal), kinds }
  }

  /** What the room shows is then what all who are in it were told, or are told in the next moment. */
  async function sit(socket: Socket, seat: Seat): Promise<boolean> {
    const instance = instanceOf(seat)
    if (moving.has(instance)) {
      frames.settle(seat.name, instance)
      const { behind } = await frames.send()
      if (behind.includes(instance)) throw new Error(`${instance} can't be read`)
    } else await moving.open(seat)
    // A socket that is closed would stay in the room for ever.
    if (!socket.connected) {
      if (!socket.nsp.adapter.rooms.has(instance)) moving.forget(instance)
      return false
    }
    socket.join(instance)
    seats.set(socket, (seats.get(socket) ?? new Map()).set(seat.name, instance))
    return true
  }

  return {
    async take(socket, principal, name, since) {
      if (!socket.connected) return undefined
      if (!roomTable[name].moves) {
        // Before reading, so that a change in between is kept for the next frame.
        socket.join(baseOf(name, roomTable[name].scope(principal)))
        return readRoom(name, principal, since, reading)
      }
      const seat = await seatOf(name, principal)
      if (!(await sit(socket, seat))) return undefined
      return { snapshot: true, rows: moving.shown(instanceOf(seat)), removed: [], position: position() }
    },

    async change(socket, principal) {
      for (const [name, before] of seats.get(socket) ?? []) {
        const seat = await seatOf(name, principal)
        const instance = instanceOf(seat)
        if (instance === before) continue
        const shown = moving.shown(before).map(({ id }) => id)
        if (!(await sit(socket, seat))) return
        socket.leave(before)
        const found = moving.shown(instance)
        const standing = new Set(found.map(({ id }) => id))
        const rows = await wired(name, found, sealer)
        const removed = shown.filter((id) => !standing.has(id))
        socket.emit('frames', [{ room: name, rows, removed, position: position() } as Frame])
      }
    },
  }
}
