/** A client that says anything: opens sockets and sends requests, and says what became of each. */
import { Agent, request } from 'node:http'
import WebSocket from 'ws'
import { FEED_VERSION } from '#contract/feed/feed-version.ts'
import type { HostileRequest } from './hostile-words.ts'

const AT_ONCE = 24
/** Ends a hang: less than a test's own limit, so that its error says what hung. */
const HANG_MS = 240_000

/** Does the work for each, so many at a time. */
export async function forEach<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const rest = all.values()
  const worker = async () => {
    for (const one of rest) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** The status of the answer; 0 when the connection was cut instead. */
export function statusOf(url: string, { method, path, headers, body }: HostileRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers: { ...headers, 'content-length': body.length }, agent })
    sent.setTimeout(HANG_MS, () => sent.destroy(new Error(`${method} ${path} got no answer`)))
    sent.on('response', (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => (error.code ? resolve(0) : reject(error)))
    sent.end(body)
  })
}

const QUERY = 'EIO=4&transport=websocket'
type Said = string | Uint8Array
/** The id of the join that is sent last, of a room that every role may see. The server answers joins in their order. */
const LAST_JOIN = 999_999
const LAST_ANSWER = `43${LAST_JOIN}[`

/**
 * Opens a connection, signs in where there is a token, sends these frames, and leaves once the server has read and answered
 * all of them, or has closed the connection. Returns how many answers came.
 */
export function say(
  url: string,
  frames: readonly Said[],
  { token, query = QUERY }: { token?: string; query?: string } = {},
) {
  return new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?${query}`, { perMessageDeflate: false })
    const leave = () => socket.terminate()
    const timer = setTimeout(() => reject(new Error(`No answer to ${frames.join(' ').slice(0, 200)}`)), HANG_MS)
    let answers = 0
    let isSignedIn = false
    const sendAll = () => {
      for (const frame of frames) socket.send(frame)
      if (isSignedIn) socket.send(`42${LAST_JOIN}${JSON.stringify(['join', { room: 'my-notifications' }])}`)
      // Its pong comes once all of that was read.
      socket.ping()
    }
    socket.on('open', () => {
      if (token === undefined) sendAll()
      else socket.send(`40${JSON.stringify({ token, version: FEED_VERSION })}`)
    })
    socket.on('message', (message) => {
      const text = String(message)
      if (token !== undefined && !isSignedIn && /^4[04]{/.test(text)) {
        isSignedIn = text.startsWith('40')
        return isSignedIn ? sendAll() : leave()
      }
      if (text.startsWith(LAST_ANSWER)) return leave()
      answers += 1
    })
    socket.on('pong', () => {
      // A client that has left the namespace gets no answers any more.
      if (!isSignedIn || frames.some((frame) => String(frame).startsWith('41'))) leave()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answers)
    })
  })
}
