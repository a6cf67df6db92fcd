/** What a connection may do to this process: whoever says too much, or does not take what it is sent, is cut. */
import type { Server, Socket } from 'socket.io'
import { systemClock } from './clock.ts'

/** A board says a dozen things when it connects, and then one each half minute; before that its handshake, at most each second. */
const MOST_PACKETS_A_SECOND = { signedIn: 100, stranger: 20 } as const
/** Who has to wait is answered no later, and what is kept open for it of one user is no more. */
const LONGEST_HOLD_MS = 5_000
const MOST_HELD = 30
/** A socket with more than this waiting to be sent has fallen behind: it comes back, and is told what it missed at once. */
const BEHIND_BYTES = 4 * 1024 * 1024

/** Of a connection of engine.io what its types don't say: the socket below, and what waits to be handed to it. */
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

const wasCut = new WeakSet<object>()

/**
 * Ends the connection at once, and says whether it was not ended before. A polite end would first wait until all was sent,
 * and hear whatever still comes.
 */
export function cut(connection: object): boolean {
  if (wasCut.has(connection)) return false
  wasCut.add(connection)
  const { transport } = connection as Connection
  if (transport.socket) {
    // What came with the same piece of the stream would be parsed yet: thousands of frames, where they are small.
    transport.socket.removeAllListeners('message')
    transport.socket.terminate()
  } else (connection as Connection).close()
  return true
}

interface Watch {
  isSignedIn(connection: object): boolean
  /** Is told of each that was cut. */
  flooded(connection: object): void
}

/** Cuts each connection that says more than a board ever would. */
export function limitPackets(io: Server, { isSignedIn, flooded }: Watch, clock = systemClock): void {
  io.engine.on('connection', (connection) => {
    let second = 0
    let heard = 0
    connection.on('packet', () => {
      const now = Math.floor(clock.now() / 1_000)
      if (now !== second) [second, heard] = [now, 0]
      heard += 1
      if (heard <= MOST_PACKETS_A_SECOND[isSignedIn(connection) ? 'signedIn' : 'stranger']) return
      if (cut(connection)) flooded(connection)
    })
  })
}

/**
 * Keeps who has to wait at the door: nothing of what they say is read meanwhile. Told at once to come later, they would come
 * back at once, and each time a connection and a handshake are more than whatever they could say.
 */
export function createHolding({ pause } = systemClock) {
  const held = new Map<string, number>()
  const count = (userId: string, by: number) => {
    const now = (held.get(userId) ?? 0) + by
    if (now > 0) held.set(userId, now)
    else held.delete(userId)
  }
  return async function hold(socket: Socket, userId: string, ms: number): Promise<void> {
    if ((held.get(userId) ?? 0) >= MOST_HELD) return
    const below = (socket.conn as unknown as Connection).transport.socket
    count(userId, 1)
    below?.pause()
    await pause(Math.min(ms, LONGEST_HOLD_MS))
    below?.resume()
    count(userId, -1)
  }
}

/** Cuts the socket where it has fallen behind; answers whether it had. */
export function cutWhenBehind(socket: Socket): boolean {
  const { transport, writeBuffer } = socket.conn as unknown as Connection
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0)
  if (waiting + (transport.socket?.bufferedAmount ?? 0) <= BEHIND_BYTES) return false
  cut(socket.conn)
  return true
}
