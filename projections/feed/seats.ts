/** Manages room membership of sockets and reads rooms on joining. */
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

/** Both methods must run inside `inTurn`. */
export interface Seats {
  /** Adds the socket to the room and reads it; undefined if the socket closed. */
  take(socket: Socket, principal: Principal, name: RoomName, since: number | undefined): Promise<Read | undefined>
  /** Moves the socket after its owner's notification settings changed. */
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

  /** Joins once the room's stored rows equal what its members received. */
  async function sit(socket: Socket, seat: Seat): Promise<boolean> {
    const instance = instanceOf(seat)
    if (moving.has(instance)) {
      frames.settle(seat.name, instance)
      const { behind } = await frames.send()
      if (behind.includes(instance)) throw new Error(`${instance} can't be read`)
    } else await moving.open(seat)
    // A closed socket would stay in the room forever.
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
        // Joins before reading, so the next frame includes concurrent changes.
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
