/** The requests that a server has under way, so that it can part from its clients without leaving one unanswered. */
import type { Server, ServerResponse } from 'node:http'

export interface Requests {
  /** From now on every answer says that its connection ends with it. */
  sayGoodbye(): void
  /** Nothing is under way, and nobody has asked for so long (in ms). */
  isQuiet(ms: number): boolean
}

const watched = new WeakMap<Server, Requests>()

/** Of a server that is watched. */
export function requestsOf(server: Server): Requests {
  const requests = watched.get(server)
  if (!requests) throw new TypeError('This server is not watched.')
  return requests
}

/** To be called before the server listens. */
export function watchRequests(server: Server): void {
  // Not in a Set: what a Set has outgrown goes on pointing at what was in it, so that hardly an answered request died young.
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
