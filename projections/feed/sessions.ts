/**
 * Authenticates sockets by token at the handshake.
 * Disconnects sockets whose session ends.
 */

import type { Server, Socket } from 'socket.io'
import { FeedHandshake, type RefusedHandshake } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { createHandshakeDelay, RATE_LIMIT_COST_OF_ACTIONS, type RowRateLimit, systemFeedClock } from './limits.ts'

const RECHECK_MS = 30_000
/**
 * Longest wait in ms that the server accepts in a handshake before it refuses a client.
 * Shorter waits occur if one user opens many tabs.
 */
const MIN_WAIT_MS = 1_000

/**
 * Maximum number of open sockets per user, far above a person's tabs.
 * The process can open only a limited number of files and sockets.
 */
const MAX_SOCKETS_PER_USER = 1_500
/** Wait in ms of a client with too many sockets. */
const SOCKETS_WAIT_MS = 60_000

/** Person who uses a socket, and the screen's language. */
export interface FeedReader {
  principal: Principal
  locale: TextLocale
}

interface Sessions {
  /** Returns the principal of an admitted socket. */
  ownerOf(socket: Socket): Principal
  /** Returns the person who uses an admitted socket, with their language. */
  readerOf(socket: Socket): FeedReader
  isSignedIn(connection: object): boolean
  /** Adds a connection that was closed for flooding to the count of its user's closed connections. */
  flooded(connection: object): void
  socketsOf(userId: string): Socket[]
  /** Disconnects the user's sockets whose tokens are no longer valid. */
  endOf(userId: string): void
  close(): void
}

/**
 * Creates the sessions of feed sockets.
 * Rejects handshakes that violate the feed's schema.
 */
export function createFeedSessions(
  io: Server,
  { tokens, runner, log }: Pick<ReadDependencies, 'tokens' | 'runner' | 'log'>,
  rateLimit: RowRateLimit,
  clock = systemFeedClock,
): Sessions {
  /** User and session token of each feed connection; each connection has one socket. */
  const sessions = new WeakMap<object, FeedReader & { token: string }>()

  const delayHandshake = createHandshakeDelay(clock)

  /** Returns the reason for refusing a socket, or undefined. */
  async function admit(socket: Socket): Promise<Error | undefined> {
    const handshake = FeedHandshake.safeParse(socket.handshake.auth)
    if (!handshake.success) return new Error('unauthenticated')
    const { token, language: locale } = handshake.data
    const principal = await tokens.verify(token)
    if (!principal || principal.mustChangePassword) return new Error('unauthenticated')
    const wait = rateLimit.wait(principal.userId)
    if (wait > 0) {
      await delayHandshake(socket, principal.userId, wait)
      if (!(await tokens.verify(token))) return new Error('unauthenticated')
    }
    const isFull = (io.sockets.adapter.rooms.get(`user/${principal.userId}`)?.size ?? 0) >= MAX_SOCKETS_PER_USER
    const waitMs = isFull ? SOCKETS_WAIT_MS : Math.ceil(rateLimit.wait(principal.userId))
    if (waitMs > MIN_WAIT_MS)
      return Object.assign(new Error('too many connections'), { data: { waitMs } satisfies RefusedHandshake })
    rateLimit.spend(principal.userId, RATE_LIMIT_COST_OF_ACTIONS.handshake)
    sessions.set(socket.conn, { principal, token, locale })
    return undefined
  }

  io.use((socket, next) => {
    if (socket.handshake.auth.version !== FEED_VERSION) return next(new Error('another version'))
    // Wait for the projections: during a rebuild, clients would receive every row again.
    // On failure, refuse the connection: clients handle errors, but not silence.
    runner.ready
      .then(() => admit(socket))
      .catch((error) => {
        log.error({ err: error }, 'a handshake could not be answered')
        return new Error('unavailable')
      })
      .then(next)
      .catch((error) => log.error({ err: error }, 'a socket could not be admitted'))
  })

  const sessionOf = (socket: Socket) => {
    const session = sessions.get(socket.conn)
    if (!session) throw new Error('The socket was not admitted')
    return session
  }
  const ownerOf = (socket: Socket) => sessionOf(socket).principal

  io.on('connection', (socket) => socket.join(`user/${ownerOf(socket).userId}`))

  const socketsOf = (userId: string) =>
    [...(io.sockets.adapter.rooms.get(`user/${userId}`) ?? [])].flatMap((id) => io.sockets.sockets.get(id) ?? [])

  /**
   * Disconnects the socket if its session's token is invalid.
   * After a password change, the user may be connected with a new, valid token.
   * `fallback` is the user to assume while tokens cannot be verified.
   * Without `fallback`, disconnects.
   */
  async function disconnectIfInvalid(socket: Socket, fallback: Principal | undefined): Promise<void> {
    const principal = await tokens.verify(sessionOf(socket).token).catch(() => fallback)
    if (principal) return
    socket.emit('ended', { reason: 'signed-out' })
    socket.disconnect(true)
  }

  function recheck(sockets: Iterable<Socket>, fallback: (socket: Socket) => Principal | undefined): void {
    for (const socket of sockets)
      disconnectIfInvalid(socket, fallback(socket)).catch((error) =>
        log.error({ err: error }, 'a session could not be ended'),
      )
  }

  /**
   * Rechecks tokens regularly, since they expire while a socket is open.
   * Most sessions end earlier: an event, such as a sign-out, closes them immediately.
   */
  const timer = setInterval(() => recheck(io.sockets.sockets.values(), ownerOf), RECHECK_MS)

  return {
    ownerOf,
    readerOf: sessionOf,
    isSignedIn: (connection) => sessions.has(connection),
    flooded(connection) {
      const owner = sessions.get(connection)?.principal
      if (owner) rateLimit.spend(owner.userId, RATE_LIMIT_COST_OF_ACTIONS.cut)
    },
    socketsOf,
    endOf: (userId) => recheck(socketsOf(userId), () => undefined),
    close: () => clearInterval(timer),
  }
}
