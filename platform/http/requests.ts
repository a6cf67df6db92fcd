/** Tracks a server's open requests, so a shutdown leaves none unanswered. */
import type { Server, ServerResponse } from 'node:http'

interface RequestTracker {
  /** Makes every further response close its connection. */
  sayGoodbye(): void
  /** Whether no request is open and none arrived for `ms`. */
  isQuiet(ms: number): boolean
}

const watched = new WeakMap<Server, RequestTracker>()

/**
 * Returns the tracker of a server's open requests.
 * Throws a TypeError if the server has none.
 */
export function requestTrackerOf(server: Server): RequestTracker {
  const requests = watched.get(server)
  if (!requests) throw new TypeError('This server is not watched.')
  return requests
}

/**
 * Starts tracking the server's open requests.
 * Call it before the server listens.
 */
export function trackRequests(server: Server): void {
  // Use an object, not a Set: the Set's old hash tables would keep references to ended responses.
  const open: Record<number, ServerResponse> = {}
  let [came, went] = [0, 0]
  let leaving = false
  let lastAt = performance.now()
  const endWith = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }
  server.prependListener('request', (_request, response: ServerResponse) => {
    lastAt = performance.now()
    const nth = came++
    open[nth] = response
    response.once('close', () => {
      delete open[nth]
      went++
    })
    if (leaving) endWith(response)
  })
  watched.set(server, {
    sayGoodbye() {
      leaving = true
      for (const response of Object.values(open)) endWith(response)
    },
    isQuiet: (ms) => went === came && performance.now() - lastAt > ms,
  })
}
