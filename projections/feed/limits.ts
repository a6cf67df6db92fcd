/** What a connection may do to this process: whoever says too much, or does not take what it is sent, is cut. */
import type { Server, Socket } from 'socket.io'

/** A board says a dozen things when it connects, and then one each half minute. */
const MOST_PACKETS_A_SECOND = 100
/** A socket with more than this waiting to be sent has fallen behind: it comes back, and is told what it missed at once. */
const BEHIND_BYTES = 4 * 1024 * 1024

/** Of a connection of engine.io what its types don't say: the socket below, and what waits to be handed to it. */
interface Connection {
  transport: { socket?: { bufferedAmount: number; terminate(): void } }
  writeBuffer: readonly { data?: string | Uint8Array }[]
  close(): void
}

/** Ends the connection at once. A polite end would first wait until all was sent, and hear whatever still comes. */
export function cut(connection: object): void {
  const { transport } = connection as Connection
  if (transport.socket) transport.socket.terminate()
  else (connection as Connection).close()
}

/** Cuts each connection, signed in or not, that says more than a board ever would; `flooded` is told which. */
export function limitPackets(io: Server, flooded: (connection: object) => void): void {
  io.engine.on('connection', (connection) => {
    let second = 0
    let heard = 0
    connection.on('packet', () => {
      const now = Math.floor(performance.now() / 1_000)
      if (now !== second) [second, heard] = [now, 0]
      heard += 1
      if (heard <= MOST_PACKETS_A_SECOND) return
      if (heard === MOST_PACKETS_A_SECOND + 1) flooded(connection)
      cut(connection)
    })
  })
}

/** Cuts the socket where it has fallen behind; answers whether it had. */
export function cutWhenBehind(socket: Socket): boolean {
  const { transport, writeBuffer } = socket.conn as unknown as Connection
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0)
  if (waiting + (transport.socket?.bufferedAmount ?? 0) <= BEHIND_BYTES) return false
  cut(socket.conn)
  return true
}
