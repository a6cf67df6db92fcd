/** A client that says anything: opens sockets and sends requests, and says what became of each. */
import { Agent, request } from 'node:http'
import WebSocket from 'ws'
import { FEED_VERSION } from '#contract/feed/feed-version.ts'
import type { HostileRequest } from './hostile-words.ts'

const AT_ONCE = 24
const ANSWER_WITHIN_MS = 20_000

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
    sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy(new Error(`${method} ${path} got no answer`)))
    sent.on('response', (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => (error.code ? resolve(0) : reject(error)))
    sent.end(body)
  })
}

const HEARD_WITHIN_MS = 2_000
/** After this silence nothing more is answered. */
const SILENCE_MS = 30
const QUERY = 'EIO=4&transport=websocket'
type Said = string | Uint8Array

/** Opens a connection, signs in where there is a token, says these frames, and goes when no answer comes any more: how many did. */
export function say(
  url: string,
  frames: readonly Said[],
  { token, query = QUERY }: { token?: string; query?: string } = {},
) {
  return new Promise<number>((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?${query}`, { perMessageDeflate: false })
    const end = () => socket.terminate()
    let timer: NodeJS.Timeout | undefined
    let answers = 0
    const sayAll = () => {
      for (const frame of frames) socket.send(frame)
      // Answered once all that was said before it was read.
      socket.ping()
    }
    const restart = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(end, ms)
    }
    socket.on('open', () => {
      restart(HEARD_WITHIN_MS)
      if (token === undefined) sayAll()
      else socket.send(`40${JSON.stringify({ token, version: FEED_VERSION })}`)
    })
    let read = false
    socket.on('message', (message) => {
      if (token !== undefined && String(message).startsWith('40{')) return sayAll()
      answers += 1
      if (read) restart(SILENCE_MS)
    })
    socket.on('pong', () => {
      read = true
      restart(SILENCE_MS)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answers)
    })
  })
}
