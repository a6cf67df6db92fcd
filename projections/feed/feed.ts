/**
 * Serves the realtime feed over sockets.
 * A client joins rooms, gets a snapshot or delta, then changes in frames.
 */
import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Pulse } from '#contract/feed/feed.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { DeliveryRow } from '../collections/deliveries-view.ts'
import type { Reading } from '../reading/reading.ts'
import { createCatchUp } from './catch-up.ts'
import { type FeedClock, systemClock } from './clock.ts'
import { createFrames } from './frames.ts'
import { createJoins } from './joins.ts'
import { cutWhenBehind, limitPackets } from './limits.ts'
import { createLines } from './lines.ts'
import { createMovingRooms } from './moving.ts'
import { createPace } from './pace.ts'
import { createSeats } from './seats.ts'
import { openSessions } from './sessions.ts'

const PULSE_MS = 1_000
/** Limit of a message in bytes; handshakes and joins are far shorter. */
const LONGEST_MESSAGE = 16_384

/** Events after which a socket's token may be invalid. */
const MAY_END_SESSIONS: ReadonlySet<string> = new Set([
  'PasswordChanged',
  'AccountReassigned',
  'AccountErased',
  'SecurityNoted',
])

export interface Feed {
  /** Notifies clients of the shutdown, then closes their connections. */
  close(): Promise<void>
  connections(): number
}

interface Parts extends Omit<Reading, 'installation'> {
  store: Pick<EventStore, 'head'>
  pulseMs?: number
  /** Clock of the limits on client requests. */
  limitClock?: FeedClock
}

/** Attaches the feed to an HTTP server at /socket.io. WebSocket only, so no sticky sessions are needed. */
export function attachFeed(http: HttpServer, parts: Parts): Feed {
  const { store, pulseMs = PULSE_MS, limitClock = systemClock, ...reading } = parts
  const { runner, sealer, log } = reading
  const io = new Server(http, { transports: ['websocket'], serveClient: false, maxHttpBufferSize: LONGEST_MESSAGE })
  const pace = createPace(limitClock)
  const moving = createMovingRooms(reading)
  const frames = createFrames(io, reading, moving)
  const seats = createSeats(reading, frames, moving)
  const reach = createCatchUp(runner, store.head, limitClock)
  const hear = createJoins({ frames, seats, pace, lines: createLines(pace, limitClock), reach, runner, sealer, log })
  const failed = (error: unknown) => log.error({ err: error }, 'the feed failed to send')
  const sessions = openSessions(io, reading, pace, limitClock)

  limitPackets(io, sessions, limitClock)
  io.sockets.adapter.on('delete-room', moving.forget)

  io.on('connection', (socket) => hear(socket, sessions.ownerOf(socket)))

  runner.onChange((view, changed) => {
    if (io.sockets.sockets.size > 0) frames.queue(view, [...changed.values()])
  })

  // Clients state on rejoining which log their rows come from.
  runner.onOtherLog(() => {
    const ending = frames.inTurn(async () => {
      io.emit('ended', { reason: 'restart' })
      io.disconnectSockets(true)
    })
    ending.catch(failed)
  })

  runner.onEvents((events) => {
    for (const { type, data } of events) {
      const { userId } = data as { userId?: string }
      if (!userId) continue
      if (type === 'SettingsSaved') changeSeats(userId)
      if (!MAY_END_SESSIONS.has(type)) continue
      if (type === 'AccountErased') erase(userId)
      sessions.endOf(userId)
    }
  })

  /**
   * Sends the rows of an erased person again.
   * They did not change, but their names now open differently.
   */
  function erase(userId: string): void {
    sealer.forget(userId)
    frames
      .inTurn(async () => {
        frames.queue('reports', await runner.rows.find('reports', { filter: { userId } }))
        const disputed = (row: Row) => (row as DeliveryRow).disputeReason?.personId === userId
        for (const instance of moving.tellAgain('deliveries', disputed)) frames.settle('deliveries', instance)
      })
      .catch(failed)
  }

  function changeSeats(userId: string): void {
    for (const socket of sessions.socketsOf(userId))
      frames.inTurn(() => seats.change(socket, sessions.ownerOf(socket))).catch(failed)
  }

  const pulse = setInterval(() => {
    // Queued behind the frames: a position must never precede its rows.
    const telling = frames.inTurn(async () => {
      for (const { name, instance } of moving.aged()) frames.settle(name, instance)
      const { position, behind } = await frames.send()
      io.except(behind).emit('pulse', { position } satisfies Pulse)
    })
    telling.catch(failed)
    for (const socket of io.sockets.sockets.values()) cutWhenBehind(socket)
  }, pulseMs)

  return {
    connections: () => io.engine.clientsCount,
    async close() {
      clearInterval(pulse)
      sessions.close()
      await frames.close().catch(failed)
      io.emit('ended', { reason: 'restart' })
      await new Promise((resolve) => setTimeout(resolve, 20))
      await io.close()
    },
  }
}
