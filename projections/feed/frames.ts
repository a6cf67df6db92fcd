/** Sends changed rows in frames, one per room, encoded once for all sockets. */

import type { Server } from 'socket.io'
import type { RoomFrame } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { ViewName } from '#contract/tables.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import type { DynamicRooms } from './dynamic-rooms.ts'
import { splitRowsByRoom, toClientRows } from './read-room.ts'
import { roomDefinitions, scopedRoomNameOf } from './rooms.ts'

/**
 * Pause between two frames of row changes: four times as long as sending the last frame took.
 * Sending thus takes at most a quarter of the processor's time.
 * With few clients, changes are sent almost at once.
 */
const FRAME_LENGTH = { times: 4, atLeastMs: 4, atMostMs: 16 }

/**
 * Returns the interval until the next frame, in ms.
 * `tookMs` is the last frame's sending time.
 */
export const nextFrameDelayMsOf = (tookMs: number) =>
  Math.min(FRAME_LENGTH.atMostMs, Math.max(FRAME_LENGTH.atLeastMs, tookMs * FRAME_LENGTH.times))

export interface FrameSender {
  /**
   * Runs tasks that read a room or send its changes, one task at a time.
   * In parallel, a change between a read and its answer would never reach the reader.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Queues changed rows for each feed room that has clients. */
  queue(view: ViewName, rows: readonly Row[]): void
  /** Queues added and removed rows for rooms whose rows expire or are replaced. */
  settle(name: RoomName, instance: string): void
  /**
   * Sends the queued changes of rows to the clients.
   * Call this function inside `inTurn`.
   * Changes that can't be read stay queued.
   */
  send(): Promise<SendResult>
  /** Waits for running reads and sends, then sends the queued changes. */
  close(): Promise<void>
}

interface SendResult {
  /** Log position that clients have reached in all rooms, except those in `behind`. */
  position: string
  /** Socket.io rooms whose rows could not be read. */
  behind: string[]
}

/**
 * Changes that the next frame sends to a socket.io room.
 * `rows` is empty for rooms with expiring rows, because these rooms find their changes themselves.
 */
interface PendingChanges {
  name: RoomName
  rows: Map<string, Row>
}

export function createFrameSender(
  io: Server,
  { runner, sealer, log }: Pick<ReadDependencies, 'runner' | 'sealer' | 'log'>,
  moving: DynamicRooms,
): FrameSender {
  let turn: Promise<unknown> = Promise.resolve()
  let pending = new Map<string, PendingChanges>()
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let nextAt = 0

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  function pendingIn(instance: string, name: RoomName): Map<string, Row> {
    const waiting = pending.get(instance) ?? { name, rows: new Map() }
    pending.set(instance, waiting)
    return waiting.rows
  }

  function queue(view: ViewName, rows: readonly Row[]): void {
    for (const name of Object.keys(roomDefinitions) as RoomName[]) {
      const { view: of, moves, scopeOf } = roomDefinitions[name]
      if (of !== view) continue
      for (const row of rows) {
        if (moves) for (const instance of moving.around(name, row)) pendingIn(instance, name)
        else {
          const instance = scopedRoomNameOf(name, scopeOf(row))
          if (io.sockets.adapter.rooms.has(instance)) pendingIn(instance, name).set(row.id, row)
        }
      }
    }
    if (pending.size === 0) return
    // Without a remaining wait, setImmediate starts the send.
    // A timer of 0 ms would delay a single change.
    const wait = nextAt - performance.now()
    if (wait <= 0) soon ??= setImmediate(scheduleSend)
    else timer ??= setTimeout(scheduleSend, wait)
  }

  function scheduleSend(): void {
    inTurn(send).catch((error) => log.error({ err: error }, 'the feed failed to send'))
  }

  function cancelScheduledSend(): void {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = undefined
    soon = undefined
  }

  async function send(): Promise<SendResult> {
    cancelScheduledSend()
    const beganAt = performance.now()
    const sending = pending
    pending = new Map()
    const position = String(Math.max(0, runner.position()))
    const frames = new Map<string, RoomFrame>()
    const behind: string[] = []
    for (const [instance, waiting] of sending)
      try {
        const frame = await frameOf(instance, waiting, position)
        if (frame) frames.set(instance, frame)
      } catch (error) {
        // Log only the first failure: a store's failure affects many rooms.
        if (behind.length === 0) log.error({ err: error, room: instance }, 'the feed could not read a room')
        behind.push(instance)
        requeue(instance, waiting)
      }
    for (const { sockets, instances } of audiences([...frames.keys()])) {
      const theirs = instances.flatMap((instance) => frames.get(instance) ?? [])
      broadcast(io, sockets, 'frames', theirs)
    }
    if (frames.size > 0) nextAt = beganAt + nextFrameDelayMsOf(performance.now() - beganAt)
    return { position, behind }
  }

  async function frameOf(
    instance: string,
    { name, rows: all }: PendingChanges,
    position: string,
  ): Promise<RoomFrame | undefined> {
    const settled = roomDefinitions[name].moves ? await moving.settle(instance) : undefined
    const { rows, removed } = settled ?? splitRowsByRoom(name, [...all.values()])
    const wire = await toClientRows(name, rows, { sealer, rows: runner.rows, locale: settled?.locale })
    settled?.keep()
    return rows.length + removed.length > 0 ? ({ room: name, rows: wire, removed, position } as RoomFrame) : undefined
  }

  /** Queues a room's changed rows again after a failure, unless newer versions have arrived. */
  function requeue(instance: string, { name, rows }: PendingChanges): void {
    const newer = pendingIn(instance, name)
    for (const [id, row] of rows) if (!newer.has(id)) newer.set(id, row)
  }

  /**
   * Groups sockets by their set of rooms.
   * A group receives the same encoded message.
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
    settle: (name, instance) => void pendingIn(instance, name),
    send,
    async close() {
      cancelScheduledSend()
      await inTurn(send)
    },
  }
}

/** First byte of an unmasked text frame (RFC 6455, 5.2). */
const TEXT_FRAME = 0x81
/** Payload sizes in bytes from which a WebSocket frame needs two or eight extra length bytes. */
const [SHORT, MIDDLE] = [126, 65_536]

/** Returns the WebSocket frame of a text. */
export function encodeWebSocketFrame(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  const head = bytes < SHORT ? 2 : bytes < MIDDLE ? 4 : 10
  const frame = Buffer.allocUnsafe(head + bytes)
  frame[0] = TEXT_FRAME
  if (head === 2) frame[1] = bytes
  else if (head === 4) {
    frame[1] = SHORT
    frame.writeUInt16BE(bytes, 2)
  } else {
    frame[1] = SHORT + 1
    frame.writeBigUInt64BE(BigInt(bytes), 2)
  }
  frame.write(text, head)
  return frame
}

/** Types of packets: a socket.io event, and the engine.io message that contains it. */
const [EVENT, MESSAGE] = ['2', '4']

/**
 * Sends a socket.io event to the given sockets, with one encoded frame for all.
 * `io.to(…)` is slower: it checks the rooms of each socket and writes each frame in two parts.
 * It would also address other servers, but there is only one.
 */
function broadcast(io: Server, sockets: Iterable<string>, event: string, value: unknown): void {
  const packet = EVENT + JSON.stringify([event, value])
  // `wsPreEncodedFrame` is an undocumented option of engine.io.
  // It passes a frame that is already encoded.
  const options = { wsPreEncodedFrame: [encodeWebSocketFrame(MESSAGE + packet)] } as object
  for (const id of sockets) io.sockets.sockets.get(id)?.conn.write(packet, options)
}
