/** Shuts a server down gracefully: answers pending requests, accepts no later clients. */
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { requestTrackerOf } from './requests.ts'
import { closeServer, listenersOf } from './server.ts'

/** Time in ms in which a stopping server still accepts new connections. */
const ACCEPT_MS = 50
/**
 * Time in ms in which a stopping server behind a proxy still answers requests.
 * Meanwhile, /health reports the stop to the proxy.
 */
const BEHIND_PROXY_MS = 2_000
/**
 * Number of consecutive event loop turns without a new connection before the server stops listening.
 * After them, no connection waits to be accepted.
 * Only turns shorter than SHORT_TURN_MS count.
 */
const QUIET_TURNS = 5
const SHORT_TURN_MS = 1
const ACCEPT_TIMEOUT_MS = 2_000
/** Time in ms after which an idle connection is assumed to send no further request. */
const QUIET_MS = 400
/** Time limit for slow responses, in ms. */
const RESPONSE_TIMEOUT_MS = 7_000
const CLOSE_TIMEOUT_MS = 2_000
const POLL_MS = 20

interface Options {
  last?: () => Promise<unknown>
  isBehindProxy?: boolean
  /** Time without requests before idle connections are closed, in ms. */
  quietMs?: number
  /** Maximum time in ms that a shutdown waits for responses that are still being sent. */
  patienceMs?: number
}

const nothing = async () => undefined

/**
 * Shuts the server down without losing requests.
 * Stops listening and answers with `Connection: close`, so that proxies stop using their connections.
 * Closes the remaining connections once no request was open for a while.
 * Earlier, a request could be in transit on them.
 * `last` ends other connections, such as the feed.
 */
export async function shutDownGracefully(
  server: Server,
  { last = nothing, isBehindProxy = false, quietMs = QUIET_MS, patienceMs = RESPONSE_TIMEOUT_MS }: Options = {},
): Promise<void> {
  const requests = requestTrackerOf(server)
  await pause(isBehindProxy ? BEHIND_PROXY_MS : ACCEPT_MS)
  const serve = await takeWaiting(server)
  // Closes only the listeners: the server's close() would close idle connections at once.
  for (const listener of listenersOf(server)) NetServer.prototype.close.call(listener)
  requests.sayGoodbye()
  serve()
  const until = performance.now() + patienceMs
  while (!requests.isQuiet(quietMs) && (await hasConnections(server)) && performance.now() < until) await pause(POLL_MS)
  const closed = closeServer(server, CLOSE_TIMEOUT_MS)
  await last()
  await closed
}

/**
 * Whether connections remain.
 * Without one no further request can arrive.
 */
async function hasConnections(server: Server): Promise<boolean> {
  const counts = await Promise.all(
    listenersOf(server).map(
      (listener) =>
        new Promise<number>((resolve) => listener.getConnections((error, count) => resolve(error ? 1 : count))),
    ),
  )
  return counts.some((count) => count > 0)
}

/**
 * Accepts the waiting connections and returns a function that serves them.
 * A listener hands over one connection per turn of the event loop.
 * Closing it earlier would reset waiting connections.
 * Serving meanwhile would keep a busy server from ever finishing.
 */
async function takeWaiting(server: Server): Promise<() => void> {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const taken: Socket[] = []
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    // Ignores errors of leaving clients, which without a listener end the process.
    socket.on('error', () => socket.destroy())
    taken.push(socket)
  })
  const began = performance.now()
  for (let still = 0, before = 0, at = began; still < QUIET_TURNS && at - began < ACCEPT_TIMEOUT_MS; ) {
    await new Promise((resolve) => setImmediate(resolve))
    const now = performance.now()
    still = taken.length === before && now - at < SHORT_TURN_MS ? still + 1 : 0
    before = taken.length
    at = now
  }
  return () => {
    server.removeAllListeners('connection')
    for (const listener of listeners) server.on('connection', listener)
    for (const socket of taken) if (!socket.destroyed) server.emit('connection', socket)
  }
}
