/** Who is signed in on which socket: admitted by their token at the handshake, and cut when it is good no more. */
import type { Server, Socket } from 'socket.io'
import { Handshake, type Refused } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/feed-version.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Reading } from '../reading/reading.ts'
import { systemClock } from './clock.ts'
import { createHolding } from './limits.ts'
import { COST, type Pace } from './pace.ts'

const RECHECK_MS = 30_000
/** Whoever has to wait so little more comes in: in many tabs each handshake costs the others a little. */
const HARDLY_MS = 1_000

export interface Sessions {
  /** Of a socket that was admitted. */
  ownerOf(socket: Socket): Principal
  isSignedIn(connection: object): boolean
  /** Whose connection was cut, for it said too much: they are to wait before they come back. */
  flooded(connection: object): void
  socketsOf(userId: string): Socket[]
  /** Cuts what this user has open by a token that is good no more. */
  endOf(userId: string): void
  close(): void
}

/** Lets nobody in whose handshake is not what the contract says. */
export function openSessions(
  io: Server,
  { tokens, runner, log }: Pick<Reading, 'tokens' | 'runner' | 'log'>,
  pace: Pace,
  clock = systemClock,
): Sessions {
  /** By connection: each has one socket. */
  const sessions = new WeakMap<object, { principal: Principal; token: string }>()

  const hold = createHolding(clock)

  /** Why not, or undefined when the socket may come in. */
  async function admit(socket: Socket): Promise<Error | undefined> {
    const handshake = Handshake.safeParse(socket.handshake.auth)
    if (!handshake.success) return new Error('unauthenticated')
    const { token } = handshake.data
    const principal = await tokens.verify(token)
    if (!principal || principal.mustChangePassword) return new Error('unauthenticated')
    const wait = pace.wait(principal.userId)
    if (wait > 0) {
      await hold(socket, principal.userId, wait)
      if (!(await tokens.verify(token))) return new Error('unauthenticated')
    }
    const waitMs = Math.ceil(pace.wait(principal.userId))
    if (waitMs > HARDLY_MS)
      return Object.assign(new Error('too many connections'), { data: { waitMs } satisfies Refused })
    pace.spend(principal.userId, COST.handshake)
    sessions.set(socket.conn, { principal, token })
    return undefined
  }

  io.use((socket, next) => {
    if (socket.handshake.auth.version !== FEED_VERSION) return next(new Error('another version'))
    // Until then a board would be told of every row that is made again. A client takes an error for an answer, and waits for none.
    runner.ready
      .then(() => admit(socket))
      .catch((error) => {
        log.error({ err: error }, 'a handshake could not be answered')
        return new Error('unavailable')
      })
      .then(next)
      .catch((error) => log.error({ err: error }, 'a socket could not be let in'))
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
   * Who changed their own password may be back already, with the new token, when this process hears of it. `unsure`: whom to
   * take it for while the token can't be verified.
   */
  async function endUnlessValid(socket: Socket, unsure: Principal | undefined): Promise<void> {
    const principal = await tokens.verify(sessionOf(socket).token).catch(() => unsure)
    if (principal) return
    socket.emit('ended', { reason: 'signed-out' })
    socket.disconnect(true)
  }

  function recheck(sockets: Iterable<Socket>, unsure: (socket: Socket) => Principal | undefined): void {
    for (const socket of sockets)
      endUnlessValid(socket, unsure(socket)).catch((error) => log.error({ err: error }, 'a session could not be ended'))
  }

  /** Tokens run out while a board stays open; ended sessions are cut at once by their event, others here. */
  const timer = setInterval(() => recheck(io.sockets.sockets.values(), ownerOf), RECHECK_MS)

  return {
    ownerOf,
    isSignedIn: (connection) => sessions.has(connection),
    flooded(connection) {
      const owner = sessions.get(connection)?.principal
      if (owner) pace.spend(owner.userId, COST.cut)
    },
    socketsOf,
    endOf: (userId) => recheck(socketsOf(userId), () => undefined),
    close: () => clearInterval(timer),
  }
}
