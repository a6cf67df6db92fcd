/** A process with hostile clients: signed in, they flood the feed and reconnect when they are disconnected. */
import { setPriority } from 'node:os'
import WebSocket from 'ws'
import { FEED_VERSION } from '#contract/feed/feed-version.ts'
import type { RoomName } from '#contract/feed/rooms.ts'

/** What each kind does, over and over. */
export type Nuisance = 'joins' | 'frames' | 'giant_rooms' | 'slow_readers'

/** What the parent asks for; the answer to 'stop' is `Done`. */
export interface Disturb {
  url: string
  tokens: string[]
  nuisance: Nuisance
  /** The one that is large. */
  room: RoomName
}

export interface Done {
  /** What was said, and how often a neighbour was cut. */
  said: number
  cut: number
}

const done: Done = { said: 0, cut: 0 }
let stopped = false
/** So many at once, then whatever was answered is heard. */
const AT_ONCE = 50
const LONG = 'x'.repeat(8_000)
const COME_BACK_MS = 20

const join = (body: object, id: number) => `42${id}${JSON.stringify(['join', body])}`

/** Says the next of its nuisance. */
function say(socket: WebSocket, { nuisance, room }: Disturb, n: number): void {
  done.said += 1
  if (nuisance === 'joins') socket.send(join({ room: 'my-reports', after: String(10 ** 6 + n) }, n))
  else if (nuisance === 'frames') socket.send(n % 2 ? `42${JSON.stringify(['anything', LONG])}` : '42["join",{}]')
  else socket.send(join({ room }, n))
}

/** As fast as the connection takes it; who joins the giant room waits for each answer, as if it were of interest. */
function disturb(asked: Disturb, token: string): void {
  const { url, nuisance } = asked
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    skipUTF8Validation: true,
    perMessageDeflate: false,
  })
  let n = 0
  const flood = () => {
    for (let i = 0; i < AT_ONCE && socket.readyState === WebSocket.OPEN; i++) say(socket, asked, n++)
    if (socket.readyState === WebSocket.OPEN) setImmediate(flood)
  }
  const begin = {
    joins: flood,
    frames: flood,
    giant_rooms: () => say(socket, asked, n++),
    slow_readers: () => {
      for (let i = 0; i < 20; i++) say(socket, asked, n++)
      // Nothing more is taken from the network: what is sent stays with the server.
      socket.pause()
    },
  }[nuisance]
  socket.on('message', (message: Buffer) => {
    const kind = message.subarray(0, 2).toString()
    if (kind.startsWith('0')) socket.send(`40${JSON.stringify({ token, version: FEED_VERSION })}`)
    else if (kind === '40') begin()
    else if (kind === '43' && nuisance === 'giant_rooms') say(socket, asked, n++)
    else if (kind.startsWith('2')) socket.send('3')
    else if (kind === '44') socket.terminate()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    done.cut += 1
    if (!stopped) setTimeout(() => disturb(asked, token), COME_BACK_MS)
  })
}

process.once('message', (asked: Disturb) => {
  // Neighbours sit at machines of their own: here they get only what the server and the boards leave.
  setPriority(19)
  for (const token of asked.tokens) disturb(asked, token)
  process.once('message', () => {
    stopped = true
    process.send?.(done)
  })
})
process.once('disconnect', () => process.exit(0))
