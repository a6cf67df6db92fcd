/** Hostile client: opens sockets, sends requests and reports the outcomes. */
import { Agent, request } from 'node:http'
import WebSocket from 'ws'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import { POLL_TIMEOUT_MS } from '#tests/fixtures/poll-limits.ts'
import type { HostileRequest } from './hostile-arbitraries.ts'

const CONCURRENCY = 24

/** Runs `work` for each item, with a limit of concurrent items. */
export async function forEachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const rest = all.values()
  const worker = async () => {
    for (const one of rest) await work(one)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })

/**
 * Sends an HTTP request.
 * Returns the status, or 0 if the server closed the connection.
 */
export function sendForStatus(url: string, { method, path, headers, body }: HostileRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers: { ...headers, 'content-length': body.length }, agent })
    sent.setTimeout(POLL_TIMEOUT_MS, () => sent.destroy(new Error(`${method} ${path} got no answer`)))
    sent.on('response', (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => (error.code ? resolve(0) : reject(error)))
    sent.end(body)
  })
}

const QUERY = 'EIO=4&transport=websocket'
type FrameData = string | Uint8Array
/**
 * Id of the last room join that a client sends.
 * Every role may join the room.
 * Answers come in order, so the answer to this join is the last.
 */
const LAST_JOIN = 999_999
const LAST_ANSWER = `43${LAST_JOIN}[`

/**
 * Connects, signs in with a given token, and sends the frames.
 * Leaves after all answers or when disconnected.
 * Returns the count of answers.
 */
export function sendHostileFrames(
  url: string,
  frames: readonly FrameData[],
  { token, query = QUERY }: { token?: string; query?: string } = {},
) {
  return new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?${query}`, { perMessageDeflate: false })
    const leave = () => socket.terminate()
    const timer = setTimeout(() => reject(new Error(`No answer to ${frames.join(' ').slice(0, 200)}`)), POLL_TIMEOUT_MS)
    let answers = 0
    let isSignedIn = false
    const sendAll = () => {
      for (const frame of frames) socket.send(frame)
      if (isSignedIn) socket.send(`42${LAST_JOIN}${JSON.stringify(['join', { room: 'my-notifications' }])}`)
      // Ping the server: its pong arrives after it has read everything.
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
      // Leaves at once if the client did not sign in, or has left the namespace.
      // The server then sends no answers.
      if (!isSignedIn || frames.some((frame) => String(frame).startsWith('41'))) leave()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answers)
    })
  })
}
