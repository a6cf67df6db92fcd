/** Ends a server so that whoever has asked, or is just asking, is answered; those who come later find no listener and go elsewhere. */
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { requestsOf } from './requests.ts'
import { closeServer } from './server.ts'

/** Connections that are being made when the end begins are still taken, in ms. */
const STILL_TAKEN_MS = 50
/** So long a process behind a proxy serves on while its /health says that it is stopping, for proxies that look there, in ms. */
const BEHIND_PROXY_MS = 2_000
/** Nothing is waiting at the listener when so many turns of the loop, each of them this short (in ms), brought no connection. */
const STILL_TURNS = 5
const SHORT_TURN_MS = 1
const TAKEN_WITHIN_MS = 2_000
/** When nobody has asked for so long, nobody is about to on a connection that is kept, in ms. */
const QUIET_MS = 400
/** Answers that take longer are waited for so long, and after that for so long, in ms. */
const PATIENCE_MS = 7_000
const LAST_PATIENCE_MS = 2_000
const LOOK_MS = 20

interface Options {
  last?: () => Promise<unknown>
  isBehindProxy?: boolean
  /** How long nobody may have asked before kept connections are closed, in ms. */
  quietMs?: number
  /** How long answers are waited for, in ms. */
  patienceMs?: number
}

const nothing = async () => undefined

/**
 * Stops listening, answers all that comes on open connections with `Connection: close` so that proxies stop using them, and
 * closes what is left once it is quiet; a connection closed sooner would take a request with it that was on its way.
 * `last` ends what is no request, such as the feed.
 */
export async function retire(
  server: Server,
  { last = nothing, isBehindProxy = false, quietMs = QUIET_MS, patienceMs = PATIENCE_MS }: Options = {},
): Promise<void> {
  const requests = requestsOf(server)
  await pause(isBehindProxy ? BEHIND_PROXY_MS : STILL_TAKEN_MS)
  const serve = await takeWaiting(server)
  // Not the HTTP server's own: that one closes every idle connection at once.
  NetServer.prototype.close.call(server)
  requests.sayGoodbye()
  serve()
  const until = performance.now() + patienceMs
  while (!requests.isQuiet(quietMs) && (await hasConnections(server)) && performance.now() < until) await pause(LOOK_MS)
  const closed = closeServer(server, LAST_PATIENCE_MS)
  await last()
  await closed
}

/** Without a connection nobody can ask any more. */
const hasConnections = (server: Server) =>
  new Promise<boolean>((resolve) => server.getConnections((error, count) => resolve(error !== null || count > 0)))

/**
 * What the listener still holds when it goes is reset, and it hands over one connection at each turn of the loop. Were they
 * served as they come, a busy server would never be done with those that wait: so they are taken only, and what is answered
 * serves them.
 */
async function takeWaiting(server: Server): Promise<() => void> {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const taken: Socket[] = []
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    // Who goes meanwhile is not served; unheard, the error would end the process.
    socket.on('error', () => socket.destroy())
    taken.push(socket)
  })
  const began = performance.now()
  for (let still = 0, before = 0, at = began; still < STILL_TURNS && at - began < TAKEN_WITHIN_MS; ) {
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
