/**
 * Tracks a server's open requests, so a shutdown leaves none unanswered.
 * Cuts connections that send thousands of requests or chunks at once.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { releaseBufferMemory } from './unread-body.ts'

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

/**
 * Maximum number of open requests of a connection.
 * Browsers send one at a time.
 */
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
    // Without this event the connection has ended too.
    response.once('finish', () => openOf.set(socket, (openOf.get(socket) ?? 1) - 1))
    // The parser still passes on requests of a cut connection.
    if (socket.destroyed || open > MAX_OPEN_REQUESTS) return void socket.destroy()
    answer(request, response)
  }
}

/** Time in ms of a turn after which its further requests wait. */
const MAX_TURN_MS = 10

/**
 * Returns a listener that passes requests on to `answer`.
 * In a long turn of the event loop, further requests wait.
 * Each later turn answers one of them.
 * The server accepts only one connection in a turn.
 * New connections would wait for seconds behind hundreds of answers.
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

const LINE_END = Buffer.from('\r\n')
const BLANK_LINE = Buffer.from('\r\n\r\n')
/**
 * Maximum number of a connection's blank lines in one turn.
 * A request has one, and so has each part of a form.
 */
const MAX_BLANK_LINES_IN_TURN = 64
/**
 * Maximum number of lines in one turn if the body comes in chunks.
 * Each chunk has two lines, and usually many kilobytes.
 */
const MAX_CHUNK_LINES_IN_TURN = 2_000

/** Returns how often `part` occurs in `bytes`, up to `most`. */
function countUpTo(most: number, part: Buffer, bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(part); at !== -1 && count < most; at = bytes.indexOf(part, at + part.length)) count++
  return count
}

const isChunked = (request: IncomingMessage) => request.headers['transfer-encoding'] !== undefined
const mentionsChunks = (piece: Buffer) => piece.toString('latin1').toLowerCase().includes('chunked')

/**
 * Cuts connections that send too many requests or chunks at once.
 * Node parses all that it has read before others have a turn.
 */
export function cutFloodingConnections(server: Server): void {
  let turn = 0
  let isScheduled = false
  function scheduleNextTurn(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      turn++
    })
  }
  /** Functions that end the inspection of a connection's bytes. */
  const endings = new WeakMap<object, () => void>()
  /** Connections whose last request has a body in chunks. */
  const chunked = new WeakSet<object>()
  server.prependListener('request', (request: IncomingMessage) => {
    if (isChunked(request)) chunked.add(request.socket)
    else chunked.delete(request.socket)
  })
  server.on('connection', (socket: Socket) => {
    let since = turn
    let [lines, blankLines] = [0, 0]
    function inspect(piece: Buffer): void {
      if (since !== turn) [since, lines, blankLines] = [turn, 0, 0]
      scheduleNextTurn()
      lines += countUpTo(MAX_CHUNK_LINES_IN_TURN + 1, LINE_END, piece)
      blankLines += countUpTo(MAX_BLANK_LINES_IN_TURN + 1, BLANK_LINE, piece)
      const hasTinyChunks = lines > MAX_CHUNK_LINES_IN_TURN && (chunked.has(socket) || mentionsChunks(piece))
      if (!hasTinyChunks && blankLines <= MAX_BLANK_LINES_IN_TURN) return
      socket.destroy()
      // The parser reads this piece next, and stops at a zero.
      piece.fill(0)
    }
    // The parser has copied what it passes on, except after an upgrade.
    let isUpgraded = false
    const release = (piece: Buffer) => {
      if (!isUpgraded) releaseBufferMemory(piece)
    }
    endings.set(socket, () => {
      isUpgraded = true
      socket.removeListener('data', inspect).removeListener('data', release)
    })
    // One listener before Node's own, which parses, and one after it.
    socket.prependListener('data', inspect).on('data', release)
  })
  // What follows an upgrade is not HTTP.
  server.prependListener('upgrade', (_request: IncomingMessage, socket: Socket) => endings.get(socket)?.())
}
