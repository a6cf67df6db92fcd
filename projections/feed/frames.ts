/** Batches row changes into frames, one per room. */
import type { Server } from 'socket.io'
import type { Frame } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { ViewName } from '#contract/tables.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Reading } from '../reading/reading.ts'
import { toEach } from './message.ts'
import type { MovingRooms } from './moving.ts'
import { parted, wired } from './read-room.ts'
import { baseOf, roomTable } from './rooms.ts'

/**
 * Frame length as a multiple of its sending time, within bounds in ms.
 * A crowd uses a bounded share of the time; few clients get rows at once.
 */
const SENDING = { times: 4, atLeastMs: 4, atMostMs: 16 }

/** Returns the length of a frame in ms, given its sending time. */
export const frameMs = (tookMs: number) =>
  Math.min(SENDING.atMostMs, Math.max(SENDING.atLeastMs, tookMs * SENDING.times))

export interface Frames {
  /** Runs room reads and sends one at a time, so readers miss no change. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Queues rows for the next frame of each occupied room. */
  queue(view: ViewName, rows: readonly Row[]): void
  /** Queues additions and removals of a dynamic room for the next frame. */
  settle(name: RoomName, instance: string): void
  /**
   * Sends queued changes. Call it inside `inTurn`.
   * Changes that cannot be read stay queued.
   */
  send(): Promise<Sent>
  /** Sends queued changes after all pending work. */
  close(): Promise<void>
}

export interface Sent {
  /** Position of every client after this send, except in rooms `behind`. */
  position: string
  /** Room instances that could not be read. */
  behind: string[]
}

/** Changed rows of a room instance; empty for dynamic rooms. */
interface Waiting {
  name: RoomName
  rows: Map<string, Row>
}

export function createFrames(
  io: Server,
  { runner, sealer, log }: Pick<Reading, 'runner' | 'sealer' | 'log'>,
  moving: MovingRooms,
): Frames {
  let turn: Promise<unknown> = Promise.resolve()
  let pending = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let nextAt = 0

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  function waitingIn(instance: string, name: RoomName): Map<string, Row> {
    const waiting = pending.get(instance) ?? { name, rows: new Map() }
    pending.set(instance, waiting)
    return waiting.rows
  }

  function queue(view: ViewName, rows: readonly Row[]): void {
    for (const name of Object.keys(roomTable) as RoomName[]) {
      const { view: of, moves, scopeOf } = roomTable[name]
      if (of !== view) continue
      for (const row of rows) {
        if (moves) for (const instance of moving.around(name, row)) waitingIn(instance, name)
        else {
          const instance = baseOf(name, scopeOf(row))
          if (io.sockets.adapter.rooms.has(instance)) waitingIn(instance, name).set(row.id, row)
        }
      }
    }
    if (pending.size === 0) return
    // Sends a lone change at once; a 0 ms timer would delay it.
    const wait = nextAt - performance.now()
    if (wait <= 0) soon ??= setImmediate(sendInTurn)
    else timer ??= setTimeout(sendInTurn, wait)
  }

  function sendInTurn(): void {
    inTurn(send).catch((error) => log.error({ err: error }, 'the feed failed to send'))
  }

  function forgetPlan(): void {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = undefined
    soon = undefined
  }

  async function send(): Promise<Sent> {
    forgetPlan()
    const beganAt = performance.now()
    const sending = pending
    pending = new Map()
    const position = String(Math.max(0, runner.position()))
    const frames = new Map<string, Frame>()
    const behind: string[] = []
    for (const [instance, waiting] of sending)
      try {
        const frame = await frameOf(instance, waiting, position)
        if (frame) frames.set(instance, frame)
      } catch (error) {
        // One store failure affects many rooms; only the first is logged.
        if (behind.length === 0) log.error({ err: error, room: instance }, 'the feed could not read a room')
        behind.push(instance)
        putBack(instance, waiting)
      }
    for (const { sockets, instances } of audiences([...frames.keys()])) {
      const theirs = instances.flatMap((instance) => frames.get(instance) ?? [])
      toEach(io, sockets, 'frames', theirs)
    }
    if (frames.size > 0) nextAt = beganAt + frameMs(performance.now() - beganAt)
    return { position, behind }
  }

  async function frameOf(instance: string, { name, rows: all }: Waiting, position: string): Promise<Frame | undefined> {
    const settled = roomTable[name].moves ? await moving.settle(instance) : undefined
    const { rows, removed } = settled ?? parted(name, [...all.values()])
    const wire = await wired(name, rows, sealer)
    settled?.keep()
    return rows.length + removed.length > 0 ? ({ room: name, rows: wire, removed, position } as Frame) : undefined
  }

  /** Newer changes take precedence. */
  function putBack(instance: string, { name, rows }: Waiting): void {
    const newer = waitingIn(instance, name)
    for (const [id, row] of rows) if (!newer.has(id)) newer.set(id, row)
  }

  /**
   * Groups sockets by their set of rooms.
   * Each group shares one encoded message.
   */
  function audiences(instances: readonly string[]): Iterable<{ sockets: Iterable<string>; instances: string[] }> {
    const [only] = instances
    if (only !== undefined && instances.length === 1)
      return [{ sockets: io.sockets.adapter.rooms.get(only) ?? [], instances: [only] }]
    const roomsOf = new Map<string, string[]>()
    for (const instance of instances)
      for (const socket of io.sockets.adapter.rooms.get(instance) ?? []) {
        const joined = roomsOf.get(socket)
        if (joined) joined.push(instance)
        else roomsOf.set(socket, [instance])
      }
    const found = new Map<string, { sockets: string[]; instances: string[] }>()
    for (const [socket, joined] of roomsOf) {
      const key = joined.join('\n')
      const audience = found.get(key) ?? { sockets: [], instances: joined }
      audience.sockets.push(socket)
      found.set(key, audience)
    }
    return found.values()
  }

  return {
    inTurn,
    queue,
    settle: (name, instance) => void waitingIn(instance, name),
    send,
    async close() {
      forgetPlan()
      await inTurn(send)
    },
  }
}
