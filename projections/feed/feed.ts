/** The realtime feed: sockets join rooms, get a snapshot or what they missed, then the changes in frames of 16 ms. */
import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { Join, type Joined, type Pulse, rooms } from '#contract/feed.ts'
import { FEED_VERSION, type Handshake } from '#contract/feed-version.ts'
import type { Principal, Tokens } from '#platform/auth/tokens.ts'
import type { Log } from '#platform/logging.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Runner } from '../runner/runner.ts'
import { createFrames } from './frames.ts'
import { readRoom } from './read-room.ts'
import { instanceName, roomTable } from './rooms.ts'

const PULSE_MS = 1_000
const RECHECK_MS = 30_000
/** A socket with more than this waiting to be sent has fallen behind: it is cut, comes back, and gets one delta instead. */
const BEHIND_BYTES = 4 * 1024 * 1024

export interface Feed {
  /** Tells every board that the server is going, then cuts the connections. */
  close(): Promise<void>
  connections(): number
}

interface Parts {
  runner: Runner
  reads: ReadStore
  sealer: Sealer
  tokens: Tokens
  log: Log
}

/** Attaches the feed to an HTTP server at /socket.io. WebSocket only, so no sticky sessions are needed. */
export function attachFeed(http: HttpServer, { runner, reads, sealer, tokens, log }: Parts): Feed {
  const io = new Server(http, { transports: ['websocket'], serveClient: false, maxHttpBufferSize: 100_000 })
  const frames = createFrames(io, runner, sealer, log)

  io.use((socket, next) => {
    const { token = '', version } = socket.handshake.auth as Partial<Handshake>
    if (version !== FEED_VERSION) return next(new Error('another version'))
    tokens.verify(String(token)).then((principal) => {
      socket.data.principal = principal
      next(principal && !principal.mustChangePassword ? undefined : new Error('unauthenticated'))
    }, next)
  })

  io.on('connection', (socket) => {
    const principal: Principal = socket.data.principal
    socket.join(`user/${principal.userId}`)
    socket.on('join', (message: unknown, acknowledge: unknown) => {
      if (typeof acknowledge !== 'function') return
      frames.inTurn(async () => {
        const answer = await join(socket, principal, message).catch((error): Joined => {
          log.error({ err: error }, 'a room could not be read')
          return { ok: false, message: 'The board could not be loaded.' }
        })
        acknowledge(answer)
      })
    })
  })

  async function join(socket: Socket, principal: Principal, message: unknown): Promise<Joined> {
    const parsed = Join.safeParse(message)
    if (!parsed.success) return { ok: false, message: 'There is no such board.' }
    const { room, after } = parsed.data
    if (!(rooms[room] as readonly string[]).includes(principal.role))
      return { ok: false, message: 'Your role may not see this board.' }
    // Before reading, so that a change in between is kept for the next frame; frames wait until this join is answered.
    socket.join(instanceName(room, roomTable[room].scope(principal)))
    return readRoom(room, principal, after, { runner, reads, sealer })
  }

  runner.onChange((view, changed) => {
    if (io.sockets.sockets.size > 0) frames.queue(view, [...changed.values()])
  })

  runner.onEvents((events) => {
    for (const { type, data } of events) {
      if (type !== 'PasswordChanged' && type !== 'AccountReassigned' && type !== 'AccountErased') continue
      const { userId } = data as { userId: string }
      if (type === 'AccountErased') erase(userId)
      for (const id of io.sockets.adapter.rooms.get(`user/${userId}`) ?? [])
        void endUnlessValid(io.sockets.sockets.get(id), undefined)
    }
  })

  /**
   * Who changed their own password may be back already, with the new token, when this process hears of it. `unsure`: whom to
   * take it for while the token can't be verified.
   */
  async function endUnlessValid(socket: Socket | undefined, unsure: Principal | undefined): Promise<void> {
    if (!socket) return
    const principal = await tokens.verify(String(socket.handshake.auth.token)).catch(() => unsure)
    if (principal) return
    socket.emit('ended', { reason: 'signed-out' })
    socket.disconnect(true)
  }

  /** The rows of an erased person did not change, but read otherwise from now on: boards get them again. */
  function erase(userId: string): void {
    sealer.forget(userId)
    frames.inTurn(async () =>
      frames.queue('reports', await reads.find(runner.table('reports'), { filter: { userId } })),
    )
  }

  const pulse = setInterval(() => {
    // In turn and after the frames: a position must never be told before the rows that belong to it.
    frames.inTurn(async () => void io.emit('pulse', { position: await frames.send() } satisfies Pulse))
    for (const socket of io.sockets.sockets.values()) {
      const raw = (socket.conn.transport as { socket?: { bufferedAmount?: number } }).socket
      if ((raw?.bufferedAmount ?? 0) > BEHIND_BYTES) socket.disconnect(true)
    }
  }, PULSE_MS)

  /** Tokens run out while a board stays open; ended sessions are cut at once by their event, others here. */
  const recheck = setInterval(async () => {
    for (const socket of io.sockets.sockets.values()) await endUnlessValid(socket, socket.data.principal)
  }, RECHECK_MS)

  return {
    connections: () => io.engine.clientsCount,
    async close() {
      clearInterval(pulse)
      clearInterval(recheck)
      await frames.close()
      io.emit('ended', { reason: 'restart' })
      await new Promise((resolve) => setTimeout(resolve, 20))
      await io.close()
    },
  }
}
