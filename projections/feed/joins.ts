/** Answers joins: parses, rate-limits and queues them. */
import type { Socket } from 'socket.io'
import { Join, type Joined } from '#contract/feed/feed.ts'
import { rooms } from '#contract/feed/rooms.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Reading } from '../reading/reading.ts'
import type { createCatchUp } from './catch-up.ts'
import type { Frames } from './frames.ts'
import { cut, cutWhenBehind } from './limits.ts'
import type { Lines } from './lines.ts'
import { COST, type Pace } from './pace.ts'
import { wired } from './read-room.ts'
import type { Seats } from './seats.ts'

/** Limit of pending joins per socket; a client has a dozen rooms. */
const MOST_IN_FLIGHT = 32

interface Parts extends Pick<Reading, 'runner' | 'sealer' | 'log'> {
  frames: Frames
  seats: Seats
  pace: Pace
  lines: Lines
  reach: ReturnType<typeof createCatchUp>
}

/**
 * Returns a handler of one socket's messages.
 * It never throws, whatever the client sends.
 */
export function createJoins({ frames, seats, pace, lines, reach, runner, sealer, log }: Parts) {
  async function join(socket: Socket, principal: Principal, message: unknown): Promise<Joined | undefined> {
    const parsed = Join.safeParse(message)
    if (!parsed.success) return { ok: false, message: 'There is no such board.' }
    const { room, after, seen = after } = parsed.data
    if (!(rooms[room].roles as readonly string[]).includes(principal.role))
      return { ok: false, message: 'Your role may not see this board.' }
    const since = after === undefined ? undefined : Number(after)
    const isOfLog = () => parsed.data.log === undefined || parsed.data.log === runner.logNumber()
    // A restored log may end at a position this process has yet to reach.
    const known = seen === undefined || ((await reach(Number(seen))) && isOfLog())
    return lines.wait(principal.userId, async () => {
      const closed = !socket.connected || cutWhenBehind(socket)
      const read = closed
        ? undefined
        : await frames.inTurn(() => seats.take(socket, principal, room, known ? since : undefined))
      if (!read) return { rows: 0, answer: undefined }
      const rows = await wired(room, read.rows, sealer)
      const answer = { ok: true, room, ...read, rows, log: runner.logNumber(), ...(!known && { anew: true }) } as Joined
      return { rows: rows.length, answer }
    })
  }

  return function hear(socket: Socket, principal: Principal): void {
    let inFlight = 0
    socket.on('join', (message: unknown, acknowledge: unknown) => {
      if (typeof acknowledge !== 'function') return
      pace.spend(principal.userId, COST.join)
      if (inFlight >= MOST_IN_FLIGHT) {
        if (cut(socket.conn)) pace.spend(principal.userId, COST.cut)
        return
      }
      inFlight += 1
      join(socket, principal, message)
        .catch((error): Joined => {
          log.error({ err: error }, 'a room could not be read')
          return { ok: false, message: 'The board could not be loaded.' }
        })
        .then((answer) => answer && socket.connected && acknowledge(answer))
        .catch((error) => log.error({ err: error }, 'a join could not be answered'))
        .finally(() => {
          inFlight -= 1
        })
    })
  }
}
