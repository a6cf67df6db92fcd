/**
 * Tracks a server's open requests, so a shutdown leaves none unanswered.
 * Cuts connections that send many requests at once.
 */
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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

/** Maximum number of open requests of a connection; browsers send one at a time. */
export const MAX_OPEN_REQUESTS = 4

/**
 * Returns a listener that passes requests on to `answer`.
 * It cuts a connection that sends more before it has its answers.
 */
export function limitOpenRequests(answer: RequestListener): RequestListener {
  const openOf = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const open = (openOf.get(socket) ?? 0) + 1
    openOf.set(socket, open)
    response.once('close', () => openOf.set(socket, (openOf.get(socket) ?? 1) - 1))
    // The parser still passes on what it has read from a cut connection.
    if (socket.destroyed || open > MAX_OPEN_REQUESTS) return void socket.destroy()
    answer(request, response)
  }
}

/** Time in ms after which further requests of a turn of the event loop wait. */
const MAX_TURN_MS = 10

/**
 * Returns a listener that passes requests on to `answer`.
 * If a turn of the event loop takes long, its further requests wait, and each later turn answers one.
 * The server accepts one connection in a turn.
 * With hundreds of answers in a turn, new connections would wait for seconds.
 */
export function spreadRequests(
  answer: RequestListener,
  { now, nextTurn } = { now: () => performance.now(), nextTurn: (run: () => void): unknown => setImmediate(run) },
): RequestListener {
  let began: number | undefined
  const waiting: (() => void)[] = []

  function answerNext(): void {
    waiting.shift()?.()
    if (waiting.length > 0) nextTurn(answerNext)
  }

  return (request, response) => {
    if (began === undefined) {
      began = now()
      nextTurn(() => {
        began = undefined
      })
    }
    if (waiting.length === 0 && now() - began < MAX_TURN_MS) return answer(request, response)
    const count = waiting.push(() => {
      // A client that has gone needs no answer.
      if (!response.destroyed) answer(request, response)
    })
    if (count === 1) nextTurn(answerNext)
  }
}

const MISSING_HOST = 400
const UNKNOWN_EXPECTATION = 417

/**
 * Returns a listener that refuses a request without the header Host, as RFC 9112 demands.
 * Node would refuse such requests itself, but as many as a connection sends at once.
 */
export const requireHost =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    if (request.httpVersion !== '1.1' || request.headers.host !== undefined) return answer(request, response)
    response.writeHead(MISSING_HOST, { Connection: 'close' }).end()
  }

/** Refuses requests with an unknown header Expect. */
export const refuseExpectations: RequestListener = (_request, response) =>
  void response.writeHead(UNKNOWN_EXPECTATION).end()
