/**
 * Tracks a server's open requests, so a shutdown leaves none unanswered.
 * Cuts connections that send thousands of requests or chunks at once.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
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

/** Path of the feed, the only one with WebSockets. */
const FEED_PATH = '/socket.io/'

/** Whether a request asks for the feed's WebSocket; nothing else is upgraded. */
export const wantsWebSocket = ({ headers, url }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url?.startsWith(FEED_PATH) === true

const closings = new WeakMap<ServerResponse, Promise<void>>()

/**
 * Resolves once the response was sent, or its connection has ended.
 * All callers share one listener, because Node warns of more than ten.
 */
export function untilClosed(response: ServerResponse): Promise<void> {
  const known = closings.get(response)
  if (known) return known
  const closing = new Promise<void>((resolve) => (response.closed ? resolve() : response.once('close', resolve)))
  closings.set(response, closing)
  return closing
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

/** Time in ms of a turn after which its further tasks wait. */
const MAX_TURN_MS = 10

/**
 * Runs a sender's task now, or in a later turn of the event loop.
 * Returns a function that removes a waiting task, and whether it waited.
 */
export type TurnSpreader = (senderOf: () => string, run: () => void) => () => boolean

const EVENT_LOOP = { now: () => performance.now(), nextTurn: (run: () => void): unknown => setImmediate(run) }

/**
 * Returns a function that runs tasks, such as requests.
 * In a long turn of the event loop, further tasks wait.
 * Each later turn runs one of them, and each sender has one in turn.
 * A listening socket accepts only one connection in a turn.
 * New connections would wait for seconds behind hundreds of tasks.
 */
export function createTurnSpreader({ now, nextTurn } = EVENT_LOOP): TurnSpreader {
  let began: number | undefined
  /** Waiting tasks by sender; the next sender is the first. */
  const waiting = new Map<string, Set<() => void>>()
  let isScheduled = false

  function scheduleNext(): void {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    nextTurn(runNext)
  }

  function runNext(): void {
    isScheduled = false
    const [[sender, tasks] = ['', new Set<() => void>()]] = waiting
    waiting.delete(sender)
    const [run] = tasks
    if (run) tasks.delete(run)
    if (tasks.size > 0) waiting.set(sender, tasks)
    try {
      run?.()
    } finally {
      scheduleNext()
    }
  }

  return (senderOf, run) => {
    if (began === undefined) {
      began = now()
      nextTurn(() => {
        began = undefined
      })
    }
    if (waiting.size === 0 && now() - began < MAX_TURN_MS) {
      run()
      return () => false
    }
    const sender = senderOf()
    const own = waiting.get(sender) ?? new Set()
    own.add(run)
    waiting.set(sender, own)
    scheduleNext()
    return () => {
      const tasks = waiting.get(sender)
      if (!tasks?.delete(run)) return false
      if (tasks.size === 0) waiting.delete(sender)
      return true
    }
  }
}

/** Longest pause after a task, in ms. */
const MAX_PAUSE_MS = 100

/**
 * Event loop for tasks that take milliseconds.
 * Pauses after each, so that other requests run.
 */
export const RESTING_EVENT_LOOP: typeof EVENT_LOOP = {
  ...EVENT_LOOP,
  nextTurn(run) {
    const began = performance.now()
    setImmediate(() => setTimeout(run, Math.min(MAX_PAUSE_MS, performance.now() - began)))
  },
}

/** Returns middleware that passes requests on, spread over turns. */
export function spreadRequests<R extends IncomingMessage>(
  senderOf: (request: R) => string,
  eventLoop = EVENT_LOOP,
): (request: R, response: ServerResponse, next: () => void) => void {
  const spread = createTurnSpreader(eventLoop)
  return (request, response, next) =>
    spread(
      () => senderOf(request),
      () => {
        // A client that has gone needs no answer.
        if (!response.destroyed) next()
      },
    )
}

const LINE_END = Buffer.from('\r\n')
const BLANK_LINE = Buffer.from('\r\n\r\n')
/**
 * Maximum number of a connection's blank lines in one turn.
 * A request has one, and so has each part of a form.
 */
const MAX_BLANK_LINES_IN_TURN = 64
/** Matches the head of a chunk: its size in hex, and maybe an extension. */
const CHUNK_HEAD = /\r\n[\da-f]+[;\s]/gi
/**
 * Limit of a connection's tiny chunks: how many at once, and then per second.
 * A chunk usually has many kilobytes.
 * The parser needs as long for a chunk of one byte.
 */
const TINY_CHUNKS = { atOnce: 100, perSecond: 50 }
/** Number of bytes that allow a connection one more chunk. */
const BYTES_PER_CHUNK = 128

/** Returns how often `part` occurs in `bytes`, up to `most`. */
function countUpTo(most: number, part: Buffer, bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(part); at !== -1 && count < most; at = bytes.indexOf(part, at + part.length)) count++
  return count
}

const isChunked = (request: IncomingMessage) => request.headers['transfer-encoding'] !== undefined
const mentionsChunks = (piece: Buffer) => piece.toString('latin1').toLowerCase().includes('chunked')
const countChunks = (piece: Buffer) => piece.toString('latin1').match(CHUNK_HEAD)?.length ?? 0

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Whether an answer written now belongs to the request that arrives.
 * A late body belongs to a request that was answered.
 * A proxy may have sent the next request already, of another client.
 */
const awaitsAnswer = ({ req, headersSent, writableEnded }: ServerResponse): boolean =>
  headersSent ? writableEnded && req.complete : true

/** Cuts a connection before its parser reads `piece`; the parser stops at a zero. */
export function cutBeforeParser(socket: Duplex, piece: Buffer): void {
  socket.destroy()
  piece.fill(0)
}

/**
 * Cuts connections that send too many requests or chunks at once.
 * Node parses all that it has read before others have a turn.
 * They get an answer, because a proxy repeats requests without one.
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
  /** Last answer of each connection whose request is open, or whose body is incomplete. */
  const lastOf = new WeakMap<object, ServerResponse>()
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    lastOf.set(socket, response)
    // An idle connection must not keep the body of its last request in memory.
    response.once('finish', () => {
      if (request.complete && lastOf.get(socket) === response) lastOf.delete(socket)
    })
    if (isChunked(request)) chunked.add(socket)
    else chunked.delete(socket)
  })
  server.on('connection', (socket: Socket) => {
    let since = turn
    let blankLines = 0
    let [chunksLeft, at] = [TINY_CHUNKS.atOnce, performance.now()]
    /** Counts the chunks of a piece; returns whether there are too many. */
    function hasTinyChunks(piece: Buffer): boolean {
      const { atOnce, perSecond } = TINY_CHUNKS
      const hasManyLines = () => countUpTo(atOnce, LINE_END, piece) === atOnce
      if (!chunked.has(socket) && !(hasManyLines() && mentionsChunks(piece))) return false
      const now = performance.now()
      // A connection that was silent for minutes may send no more at once.
      const before = Math.min(atOnce, chunksLeft + ((now - at) / 1_000) * perSecond)
      chunksLeft = Math.min(atOnce, before + piece.length / BYTES_PER_CHUNK - countChunks(piece))
      at = now
      return chunksLeft < 0
    }
    function inspect(piece: Buffer): void {
      if (since !== turn) [since, blankLines] = [turn, 0]
      scheduleNextTurn()
      blankLines += countUpTo(MAX_BLANK_LINES_IN_TURN + 1, BLANK_LINE, piece)
      if (!hasTinyChunks(piece) && blankLines <= MAX_BLANK_LINES_IN_TURN) return
      const last = lastOf.get(socket)
      if (socket.writable && (!last || awaitsAnswer(last))) socket.write(BAD_REQUEST)
      cutBeforeParser(socket, piece)
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
  server.prependListener('upgrade', (_request: IncomingMessage, socket: Socket) => {
    endings.get(socket)?.()
    // Nobody else would answer or end the connection.
    if (server.listenerCount('upgrade') === 1) socket.destroy()
  })
}
