/** The frames of the feed: rows that changed within 16 ms go out together, each to the rooms that it stands in. */
import type { Server } from 'socket.io'
import type { Frame, RoomName } from '#contract/feed.ts'
import type { ViewName } from '#contract/tables.ts'
import type { Log } from '#platform/logging.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Runner } from '../runner/runner.ts'
import { instanceName, roomTable } from './rooms.ts'

const FRAME_MS = 16

export interface Frames {
  /** Joins and frames take turns, so that a socket gets its snapshot first and then every later change. */
  inTurn(work: () => Promise<void>): void
  /** Keeps rows for the next frame of each room that somebody is in. */
  queue(view: ViewName, rows: readonly Row[]): void
  /** Sends what is waiting; answers the position that all boards are true at once they have it. To be called in turn. */
  send(): Promise<string>
  /** Sends what is waiting, once all turns are over. */
  close(): Promise<void>
}

export function createFrames(io: Server, runner: Pick<Runner, 'position'>, sealer: Sealer, log: Log): Frames {
  let turn: Promise<void> = Promise.resolve()
  let pending = new Map<string, { name: RoomName; rows: Map<string, Row> }>()
  let timer: NodeJS.Timeout | undefined
  let framedAt = 0

  function inTurn(work: () => Promise<void>): void {
    turn = turn.then(work).catch((error) => log.error({ err: error }, 'the feed failed to send'))
  }

  function queue(view: ViewName, rows: readonly Row[]): void {
    for (const name of Object.keys(roomTable) as RoomName[]) {
      if (roomTable[name].view !== view) continue
      for (const row of rows) {
        const instance = instanceName(name, roomTable[name].scopeOf(row))
        if (!io.sockets.adapter.rooms.has(instance)) continue
        const waiting = pending.get(instance) ?? { name, rows: new Map() }
        waiting.rows.set(row.id, row)
        pending.set(instance, waiting)
      }
    }
    if (pending.size === 0) return
    // A lone change goes out at once; what follows it within a frame's time goes out together.
    const wait = Math.max(0, framedAt + FRAME_MS - performance.now())
    timer ??= setTimeout(() => inTurn(async () => void (await send())), wait)
  }

  async function send(): Promise<string> {
    clearTimeout(timer)
    timer = undefined
    framedAt = performance.now()
    const sending = pending
    pending = new Map()
    const position = String(Math.max(0, runner.position()))
    const frames = new Map<string, Frame>()
    for (const [instance, { name, rows }] of sending) {
      const definition = roomTable[name]
      const all = [...rows.values()]
      const standing = await definition.wire(all.filter(definition.matches), sealer)
      const removed = all.filter((row) => !definition.matches(row)).map((row) => row.id)
      frames.set(instance, { room: name, rows: standing, removed, position } as Frame)
    }
    for (const { sockets, instances } of audiences([...frames.keys()])) {
      const theirs = instances.flatMap((instance) => frames.get(instance) ?? [])
      io.to(sockets).emit('frames', theirs)
    }
    return position
  }

  /** The sockets that are in the same ones of these rooms: each gets one message, which is made once for all of them. */
  function audiences(instances: readonly string[]): Iterable<{ sockets: string[]; instances: string[] }> {
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
    send,
    async close() {
      clearTimeout(timer)
      await turn
      await send()
    },
  }
}
