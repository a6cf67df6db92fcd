/** Runs signed-in hostile clients, which flood the feed and reconnect after each disconnection. */
import { setPriority } from 'node:os'
import WebSocket from 'ws'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import type { RoomName } from '#contract/feed/rooms.ts'

export type AttackKind = 'joins' | 'frames' | 'giant_rooms' | 'slow_readers'

/**
 * Message from the parent process that starts the attack.
 * To the later message 'stop', this process answers with `AttackResult`.
 */
export interface AttackRequest {
  url: string
  tokens: string[]
  nuisance: AttackKind
  /** Feed room with many rows, which the clients join. */
  room: RoomName
}

export interface AttackResult {
  /**
   * Number of messages that the hostile clients sent.
   * `cut` is the number of closed connections.
   */
  said: number
  cut: number
}

const done: AttackResult = { said: 0, cut: 0 }
let stopped = false
/**
 * Number of hostile messages that a client sends in a row.
 * Between two batches, the client reads the server's answers.
 */
const BATCH_SIZE = 50
const LONG = 'x'.repeat(8_000)
const RECONNECT_MS = 20

const join = (body: object, id: number) => `42${id}${JSON.stringify(['join', body])}`

/**
 * Sends the client's next hostile message.
 * Each client makes one kind of attack.
 */
function sendNext(socket: WebSocket, { nuisance, room }: AttackRequest, n: number): void {
  done.said += 1
  if (nuisance === 'joins') socket.send(join({ room: 'my-reports', after: String(10 ** 6 + n) }, n))
  else if (nuisance === 'frames') socket.send(n % 2 ? `42${JSON.stringify(['anything', LONG])}` : '42["join",{}]')
  else socket.send(join({ room }, n))
}

/**
 * Attacks the server with messages, as fast as the connection accepts them.
 * Only the attack `giant_rooms` waits for the response to each join.
 */
function attack(asked: AttackRequest, token: string): void {
  const { url, nuisance } = asked
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    skipUTF8Validation: true,
    perMessageDeflate: false,
  })
  let n = 0
  const flood = () => {
    for (let i = 0; i < BATCH_SIZE && socket.readyState === WebSocket.OPEN; i++) sendNext(socket, asked, n++)
    if (socket.readyState === WebSocket.OPEN) setImmediate(flood)
  }
  const begin = {
    joins: flood,
    frames: flood,
    giant_rooms: () => sendNext(socket, asked, n++),
    slow_readers: () => {
      for (let i = 0; i < 20; i++) sendNext(socket, asked, n++)
      // Stop reading, so that the server's data stays unsent.
      socket.pause()
    },
  }[nuisance]
  socket.on('message', (message: Buffer) => {
    const kind = message.subarray(0, 2).toString()
    if (kind.startsWith('0')) socket.send(`40${JSON.stringify({ token, version: FEED_VERSION })}`)
    else if (kind === '40') begin()
    else if (kind === '43' && nuisance === 'giant_rooms') sendNext(socket, asked, n++)
    else if (kind.startsWith('2')) socket.send('3')
    else if (kind === '44') socket.terminate()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    done.cut += 1
    if (!stopped) setTimeout(() => attack(asked, token), RECONNECT_MS)
  })
}

process.once('message', (asked: AttackRequest) => {
  // Lowers this process's CPU priority, because real clients would run on other machines.
  setPriority(19)
  for (const token of asked.tokens) attack(asked, token)
  process.once('message', () => {
    stopped = true
    process.send?.(done)
  })
})
process.once('disconnect', () => process.exit(0))
