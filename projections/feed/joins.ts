/** Answers joins: parsed, at the reader's own pace, and without holding up anybody else. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io'
import { Join, type Joined, rooms } from '#contract/feed.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Reading } from '../reading.ts'
import type { createCatchUp } from './catch-up.ts'
import type { Frames } from './frames.ts'
import { cut, cutWhenBehind } from './limits.ts'
import { COST, type Pace } from './pace.ts'
import { wired } from './read-room.ts'
import type { Seats } from './seats.ts'

/** A board has a dozen rooms. */
const MOST_IN_FLIGHT = 32

interface Parts extends Pick<Reading, 'sealer' | 'log'> {
  frames: Frames
  seats: Seats
  pace: Pace
  reach: ReturnType<typeof createCatchUp>
}

/** Answers a function that takes in what one socket says. It never throws, and nothing that it is told makes it. */
export function createJoins({ frames, seats, pace, reach, sealer, log }: Parts) {
  const lines = new Map<string, Promise<unknown>>()

  /** Joins of one user are read one after the other, and wait where there were too many: whoever asks for more gets no more. */
  function inLine<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const done = (lines.get(userId) ?? Promise.resolve()).then(async () => {
      const wait = pace.wait(userId)
      if (wait > 0) await pause(wait)
      return work()
    })
    const line = done
      .catch(() => undefined)
      .then(() => {
        if (lines.get(userId) === line) lines.delete(userId)
      })
    lines.set(userId, line)
    return done
  }

  async function join(socket: Socket, principal: Principal, message: unknown): Promise<Joined | undefined> {
    const parsed = Join.safeParse(message)
    if (!parsed.success) return { ok: false, message: 'There is no such board.' }
    const { room, after } = parsed.data
    if (!(rooms[room] as readonly string[]).includes(principal.role))
      return { ok: false, message: 'Your role may not see this board.' }
    const since = after === undefined ? undefined : Number(after)
    const known = since === undefined || (await reach(since))
    return inLine(principal.userId, async () => {
      if (!socket.connected || cutWhenBehind(socket)) return undefined
      const read = await frames.inTurn(() => seats.take(socket, principal, room, known ? since : undefined))
      if (!read) return undefined
      pace.spend(principal.userId, read.rows.length)
      const rows = await wired(room, read.rows, sealer)
      return { ok: true, room, ...read, rows, ...(!known && { anew: true }) } as Joined
    })
  }

  return function hear(socket: Socket, principal: Principal): void {
    let inFlight = 0
    socket.on('join', (message: unknown, acknowledge: unknown) => {
      if (typeof acknowledge !== 'function') return
      pace.spend(principal.userId, COST.join)
      if (inFlight >= MOST_IN_FLIGHT) {
        pace.spend(principal.userId, COST.cut)
        return cut(socket.conn)
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
