/**
 * Runs signed-in hostile clients.
 * They flood the feed and reconnect after each disconnection.
 * Or they send the widest reads.
 */
import { setPriority } from 'node:os'
import WebSocket from 'ws'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import type { RoomName } from '#contract/feed/rooms.ts'

type FeedAttackKind = 'joins' | 'frames' | 'giant_rooms' | 'slow_readers'
export type AttackKind = FeedAttackKind | 'wide_reads'

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
  /** Paths of the widest reads. */
  paths: readonly string[]
}

type FeedAttack = AttackRequest & { nuisance: FeedAttackKind }

export interface AttackResult {
  /**
   * Number of messages that the hostile clients sent.
   * `cut` is the number of closed connections and refused reads.
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
function sendNext(socket: WebSocket, { nuisance, room }: FeedAttack, n: number): void {
  done.said += 1
  if (nuisance === 'joins') socket.send(join({ room: 'my-reports', after: String(10 ** 6 + n) }, n))
  else if (nuisance === 'frames') socket.send(n % 2 ? `42${JSON.stringify(['anything', LONG])}` : '42["join",{}]')
  else socket.send(join({ room }, n))
}

/**
 * Attacks the server with messages, as fast as the connection accepts them.
 * Only the attack `giant_rooms` waits for the response to each join.
 */
function attackFeed(asked: FeedAttack, token: string): void {
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
    if (!stopped) setTimeout(() => attackFeed(asked, token), RECONNECT_MS)
  })
}

/**
 * Reads all paths in turn, each as soon as the answer before has arrived.
 * Each client begins at another path.
 */
async function attackReads({ url, paths }: AttackRequest, token: string, first: number): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  for (let n = first; !stopped; n++) {
    done.said += 1
    const answer = await fetch(url + paths[n % paths.length], { headers })
    await answer.arrayBuffer()
    if (answer.status === 429 || answer.status >= 500) done.cut += 1
  }
}

function attack(asked: AttackRequest, token: string, client: number): void {
  const { nuisance, paths, tokens } = asked
  if (nuisance !== 'wide_reads') attackFeed({ ...asked, nuisance }, token)
  else void attackReads(asked, token, Math.floor((client * paths.length) / tokens.length))
}

process.once('message', (asked: AttackRequest) => {
  // Lowers this process's CPU priority, because real clients would run on other machines.
  setPriority(19)
  for (const [client, token] of asked.tokens.entries()) attack(asked, token, client)
  process.once('message', () => {
    stopped = true
    process.send?.(done)
  })
})
process.once('disconnect', () => process.exit(0))
