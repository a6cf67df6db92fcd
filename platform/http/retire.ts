/** Ends a server so that whoever has asked, or is just asking, is answered; those who come later find no listener and go elsewhere. */
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Requests, requestsOf } from './requests.ts'
import { closeServer } from './server.ts'

/** Connections that are being made when the end begins are still taken, in ms. */
const STILL_TAKEN_MS = 50
/** Nothing is waiting at the listener when so many turns of the loop brought no connection. */
const STILL_TURNS = 5
const TAKEN_WITHIN_MS = 1_000
/** When nobody has asked for so long, nobody is about to on a connection that is kept, in ms. */
const QUIET_MS = 400
/** A client that goes on asking on the same connection is waited for no longer than this, in ms. */
const PATIENCE_MS = 3_000
const LOOK_MS = 20

/**
 * Stops listening, answers all that comes on open connections with `Connection: close` so that proxies stop using them, and
 * closes what is left once it is quiet; a connection closed sooner would take a request with it that was on its way.
 * `last` ends what is no request, such as the feed.
 */
export async function retire(server: Server, last: () => Promise<unknown> = async () => undefined): Promise<void> {
  const requests = requestsOf(server)
  await pause(STILL_TAKEN_MS)
  await takeWaiting(requests)
  // Not the HTTP server's own: that one closes every idle connection at once.
  NetServer.prototype.close.call(server)
  requests.sayGoodbye()
  const until = performance.now() + PATIENCE_MS
  while (!requests.isQuiet(QUIET_MS) && performance.now() < until) await pause(LOOK_MS)
  const closed = closeServer(server)
  await last()
  await closed
}

/** What the listener still holds when it goes is reset; it hands over one connection at each turn of the loop. */
async function takeWaiting(requests: Requests): Promise<void> {
  const until = performance.now() + TAKEN_WITHIN_MS
  let taken = -1
  for (let still = 0; still < STILL_TURNS && performance.now() < until; still++) {
    if (requests.taken() !== taken) still = 0
    taken = requests.taken()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
