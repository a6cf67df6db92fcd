/** Feed limits: rows per user, packets and frames per client, delayed handshakes, unread bytes. */

import type { Server as HttpServer } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Server, Socket } from 'socket.io'
import { cutBeforeParser } from '#platform/http/requests.ts'

/** Clock by which the feed measures its rate limits. */
export interface FeedClock {
  /** Returns milliseconds of a monotonic clock. */
  now(): number
  /**
   * Resolves after `ms` milliseconds.
   * Does not keep the process alive.
   */
  pause(ms: number): Promise<void>
}

/**
 * Clock and timers of the feed on a real machine.
 * Tests use fake ones.
 */
export const systemFeedClock: FeedClock = {
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => void setTimeout(resolve, ms).unref()),
}

const BURST_ROWS = 50_000
const ROWS_PER_SECOND = 2_000
const MAX_USERS = 50_000
/**
 * Maximum number of rows by which a user can exceed the rate limit.
 * At the permitted rate, this excess expires in half a minute.
 */
const MAX_DEBT_ROWS = 60_000

/**
 * Cost of actions other than reading, in rows of the user's rate limit.
 * `cut` disconnects a user who floods the server.
 * It costs more rows than a user may read at once.
 */
export const RATE_LIMIT_COST_OF_ACTIONS = { handshake: 10, join: 10, cut: BURST_ROWS + 5_000 } as const

export interface RowRateLimit {
  spend(userId: string, rows: number): void
  /** Returns the ms until the user is within the limit again. */
  wait(userId: string): number
}

/**
 * Creates the rate limit for rows that a user may read from the feed.
 * A user may read many rows at once, then only a steady number per second.
 */
export function createRowRateLimit({ now } = systemFeedClock): RowRateLimit {
  const accounts = new LRUCache<string, { left: number; at: number }>({ max: MAX_USERS })

  function left(userId: string): number {
    const known = accounts.get(userId)
    return known ? Math.min(BURST_ROWS, known.left + ((now() - known.at) * ROWS_PER_SECOND) / 1_000) : BURST_ROWS
  }

  return {
    spend: (userId, rows) =>
      void accounts.set(userId, { left: Math.max(-MAX_DEBT_ROWS, left(userId) - rows), at: now() }),
    wait: (userId) => Math.max(0, (-left(userId) * 1_000) / ROWS_PER_SECOND),
  }
}

/**
 * Limit of packets per second.
 * Clients send a dozen on connecting, then one per half minute.
 * Before sign-in, they repeat the handshake at most once a second.
 */
const MAX_PACKETS_PER_SECOND = { signedIn: 100, stranger: 20 } as const
/** Limits for WebSocket handshakes that the server delays: longest delay, and number per user. */
const MAX_HANDSHAKE_DELAY_MS = 5_000
const MAX_DELAYED_PER_USER = 30
/**
 * Maximum number of bytes that wait to be sent to a socket.
 * A socket with more is too slow and is disconnected.
 * The client then rejoins and receives only the changes.
 */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024

/** Fields of an engine.io connection that its types lack. */
interface Connection {
  transport: { socket?: WebSocketBelow }
  writeBuffer: readonly { data?: string | Uint8Array }[]
  close(): void
}

interface WebSocketBelow {
  bufferedAmount: number
  terminate(): void
  removeAllListeners(event: 'message'): void
  pause(): void
  resume(): void
}

/** Returns a socket's engine.io connection, with fields declared private. */
const connectionOf = ({ conn }: { conn: object }) => conn as Connection

const endedConnections = new WeakSet<object>()

/**
 * Ends the connection at once.
 * Returns false if it was ended before.
 * A regular close would first send everything and keep reading.
 */
export function terminateConnection(connection: object): boolean {
  if (endedConnections.has(connection)) return false
  endedConnections.add(connection)
  const { transport } = connection as Connection
  if (transport.socket) {
    // Remove the listener first.
    // Otherwise the parser would still process thousands of small frames that it has already received.
    transport.socket.removeAllListeners('message')
    transport.socket.terminate()
  } else (connection as Connection).close()
  return true
}

interface FloodWatch {
  isSignedIn(connection: object): boolean
  /** Called after a client was disconnected for flooding. */
  flooded(connection: object): void
}

/** Creates a counter that starts again with each second; it returns the count so far. */
function createCounterPerSecond({ now }: FeedClock): (more: number) => number {
  let [second, count] = [0, 0]
  return (more) => {
    const current = Math.floor(now() / 1_000)
    if (current !== second) [second, count] = [current, 0]
    count += more
    return count
  }
}

/** Disconnects clients that send more packets than the web app would. */
export function disconnectFloodingClients(
  io: Server,
  { isSignedIn, flooded }: FloodWatch,
  clock = systemFeedClock,
): void {
  io.engine.on('connection', (connection) => {
    const countPackets = createCounterPerSecond(clock)
    // After a close, the transport still reads until the client closes too.
    connection.transport.prependListener('packet', () => {
      if (countPackets(1) <= MAX_PACKETS_PER_SECOND[isSignedIn(connection) ? 'signedIn' : 'stranger']) return
      if (terminateConnection(connection)) flooded(connection)
    })
  })
}

/**
 * Limit of WebSocket frames per second that begin no message, such as pings.
 * Browsers send none: a board's messages are short, and have one frame each.
 */
const MAX_OTHER_FRAMES_PER_SECOND = 20
/** Codes of frames that begin a message with text or bytes (RFC 6455, 5.2). */
const MESSAGE_STARTS = [1, 2]
const OPCODE_BITS = 0x0f
const MASKED_BIT = 0x80
const LENGTH_BITS = 0x7f
const MASK_BYTES = 4
/** Number of bytes of a longer length, by the length that announces it. */
const LONGER_LENGTHS: Readonly<Record<number, number>> = { 126: 2, 127: 8 }

/**
 * Creates a function that counts the frames in further bytes of a connection.
 * It counts those that begin no message, up to `most`.
 */
export function createFrameCounter(): (piece: Uint8Array, most: number) => number {
  let head: number[] = []
  let payload = 0
  return (piece, most) => {
    let count = 0
    for (let at = 0; at < piece.length && count < most; ) {
      const passed = Math.min(payload, piece.length - at)
      payload -= passed
      at += passed
      if (at === piece.length) break
      head.push(piece[at++] as number)
      const [first = 0, second = 0, ...others] = head
      const longer = LONGER_LENGTHS[second & LENGTH_BITS] ?? 0
      if (head.length < 2 + longer + (second & MASKED_BIT ? MASK_BYTES : 0)) continue
      payload = longer ? others.slice(0, longer).reduce((sum, byte) => sum * 256 + byte, 0) : second & LENGTH_BITS
      if (!MESSAGE_STARTS.includes(first & OPCODE_BITS)) count++
      head = []
    }
    return count
  }
}

/**
 * Cuts connections that send many pings or parts of messages.
 * The WebSocket library answers each ping with a write of its own.
 */
export function cutFloodingFrames(http: HttpServer, clock = systemFeedClock): void {
  // Comes before the library's listener, whose parser would read all of the bytes.
  http.prependListener('upgrade', (_request, socket) => {
    const framesIn = createFrameCounter()
    const countFrames = createCounterPerSecond(clock)
    socket.prependListener('data', (piece: Buffer) => {
      if (countFrames(framesIn(piece, MAX_OTHER_FRAMES_PER_SECOND + 1)) > MAX_OTHER_FRAMES_PER_SECOND)
        cutBeforeParser(socket, piece)
    })
  })
}

/**
 * Creates a function that delays the handshakes of users who exceed the rate limit.
 * It reads none of their data meanwhile.
 * If they were refused, their clients would reconnect at once, which costs more.
 */
export function createHandshakeDelay({ pause } = systemFeedClock) {
  const delayed = new Map<string, number>()
  const count = (userId: string, by: number) => {
    const now = (delayed.get(userId) ?? 0) + by
    if (now > 0) delayed.set(userId, now)
    else delayed.delete(userId)
  }
  return async function hold(socket: Socket, userId: string, ms: number): Promise<void> {
    if ((delayed.get(userId) ?? 0) >= MAX_DELAYED_PER_USER) return
    const below = connectionOf(socket).transport.socket
    count(userId, 1)
    below?.pause()
    await pause(Math.min(ms, MAX_HANDSHAKE_DELAY_MS))
    below?.resume()
    count(userId, -1)
  }
}

function unsentBytesOf(socket: Pick<Socket, 'conn'>): number {
  const { transport, writeBuffer } = connectionOf(socket)
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0)
}

/**
 * Disconnects a socket that reads too slowly.
 * Returns whether it did.
 */
export function disconnectIfBehind(socket: Socket): boolean {
  if (unsentBytesOf(socket) <= MAX_UNSENT_BYTES) return false
  terminateConnection(socket.conn)
  return true
}

/** Maximum number of bytes that wait for all stalled sockets of a user. */
const MAX_STALLED_BYTES = 32 * 1024 * 1024
/**
 * Number of checks in a row after which a socket is stalled.
 * At each of them, bytes waited for it.
 */
const STALLED_AFTER_CHECKS = 30

/**
 * Returns a check of all sockets, for regular calls.
 * It disconnects a user's stalled sockets if too many bytes wait for them together.
 * A user may open many sockets and read from none.
 */
export function createStalledSocketsCheck<S extends Pick<Socket, 'conn'>>(
  userIdOf: (socket: S) => string,
): (sockets: Iterable<S>) => void {
  const checks = new WeakMap<S, number>()
  return (sockets) => {
    const stalled = new Map<string, { bytes: number; sockets: S[] }>()
    for (const socket of sockets) {
      const bytes = unsentBytesOf(socket)
      const count = bytes > 0 ? (checks.get(socket) ?? 0) + 1 : 0
      checks.set(socket, count)
      if (count < STALLED_AFTER_CHECKS) continue
      const userId = userIdOf(socket)
      const own = stalled.get(userId) ?? { bytes: 0, sockets: [] }
      own.bytes += bytes
      own.sockets.push(socket)
      stalled.set(userId, own)
    }
    for (const { bytes, sockets: own } of stalled.values())
      if (bytes > MAX_STALLED_BYTES) for (const socket of own) terminateConnection(socket.conn)
  }
}
