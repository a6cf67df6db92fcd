/**
 * Serves the realtime feed over sockets.
 * A client joins rooms and receives a snapshot or recent changes.
 * Then it receives changes in frames.
 */

import type { Server as HttpServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Server, type Socket } from 'socket.io'
import { type FeedHeartbeat, type JoinRoomAnswer, JoinRoomRequest } from '#contract/feed/feed.ts'
import { feedRooms, type RoomName } from '#contract/feed/rooms.ts'
import { msg } from '#contract/languages/message.ts'
import { VIEW_VERSIONS } from '#contract/tables.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import type { DeliveryRow } from '../schedules/deliveries-view.ts'
import { createPositionWaiter } from './catch-up.ts'
import { createDynamicRooms } from './dynamic-rooms.ts'
import { createFrameSender, type FrameSender } from './frames.ts'
import { createJoinQueue, type JoinQueue } from './join-queue.ts'
import {
  createRowRateLimit,
  createStalledSocketsCheck,
  cutFloodingFrames,
  disconnectFloodingClients,
  disconnectIfBehind,
  type FeedClock,
  RATE_LIMIT_COST_OF_ACTIONS,
  type RowRateLimit,
  systemFeedClock,
  terminateConnection,
} from './limits.ts'
import { toClientRows } from './read-room.ts'
import { createFeedSessions, type FeedReader } from './sessions.ts'
import { createRoomSubscriptions, type RoomSubscriptions } from './subscriptions.ts'

/**
 * Maximum number of pending requests per socket to join feed rooms.
 * A client joins about a dozen rooms.
 */
const MAX_PENDING_JOINS = 32

/**
 * Number of different logs and of different view versions in `log`.
 * Their product is a safe integer.
 */
const LOG_NUMBERS = 10 ** 12
const VERSIONS = 1_000

/**
 * Returns the `log` of a room's rows.
 * The client sends it when it joins again.
 * It contains the number of the log and the version of the view.
 */
const clientLogOf = (room: RoomName, logNumber: number): number =>
  (logNumber % LOG_NUMBERS) * VERSIONS + (VIEW_VERSIONS[feedRooms[room].view] % VERSIONS)

const logNumberIn = (clientLog: number): number => Math.floor(clientLog / VERSIONS)

interface JoinDependencies extends Pick<ReadDependencies, 'runner' | 'sealer' | 'log'> {
  frames: FrameSender
  seats: RoomSubscriptions
  pace: RowRateLimit
  lines: JoinQueue
  reach: ReturnType<typeof createPositionWaiter>
}

/** Returns a handler of one socket's messages, which never throws. */
function createJoins({
  frames,
  seats: subscriptions,
  pace: rateLimit,
  lines: joinQueue,
  reach: reachesPosition,
  runner,
  sealer,
  log,
}: JoinDependencies) {
  async function join(
    socket: Socket,
    reader: FeedReader,
    request: JoinRoomRequest | undefined,
  ): Promise<JoinRoomAnswer | undefined> {
    const { principal, locale } = reader
    const translate = translatorOf(locale)
    if (!request) return { ok: false, message: translate(msg`This board does not exist.`) }
    const { room, after, seen = after } = request
    if (!(feedRooms[room].roles as readonly string[]).includes(principal.role))
      return { ok: false, message: translate(msg`Your role may not see this board.`) }
    const since = after === undefined ? undefined : Number(after)
    const present = () => clientLogOf(room, runner.logNumber())
    const { log: clientLog } = request
    const isOfLog = () => clientLog === undefined || logNumberIn(clientLog) === logNumberIn(present())
    // Rows of another view version differ at the same position.
    // A delta would not contain them.
    const isOfView = () => clientLog === undefined || clientLog === present()
    // Waits until this process has reached the client's log position.
    // After a restore, the log may never reach this position.
    const known = seen === undefined || ((await reachesPosition(Number(seen))) && isOfLog())
    return joinQueue.wait(principal.userId, async () => {
      const closed = !socket.connected || disconnectIfBehind(socket)
      const read = closed
        ? undefined
        : await frames.inTurn(() => subscriptions.take(socket, reader, room, known && isOfView() ? since : undefined))
      if (!read) return { rows: 0, answer: undefined }
      const rows = await toClientRows(room, read.rows, { sealer, rows: runner.rows, locale })
      const answer = {
        ok: true,
        room,
        ...read,
        rows,
        log: present(),
        ...(!known && { anew: true }),
      } as JoinRoomAnswer
      return { rows: rows.length, answer }
    })
  }

  return function hear(socket: Socket, reader: FeedReader): void {
    const { userId } = reader.principal
    let inFlight = 0
    socket.on('join', (message: unknown, acknowledge: unknown) => {
      if (typeof acknowledge !== 'function') return
      rateLimit.spend(userId, RATE_LIMIT_COST_OF_ACTIONS.join)
      if (inFlight >= MAX_PENDING_JOINS) {
        if (terminateConnection(socket.conn)) rateLimit.spend(userId, RATE_LIMIT_COST_OF_ACTIONS.cut)
        return
      }
      inFlight += 1
      // A waiting join keeps only the known fields, because a message may have 16 KB.
      join(socket, reader, JoinRoomRequest.safeParse(message).data)
        .catch((error): JoinRoomAnswer => {
          log.error({ err: error }, 'a room could not be read')
          return { ok: false, message: translatorOf(reader.locale)(msg`The board could not be loaded.`) }
        })
        .then((answer) => answer && socket.connected && acknowledge(answer))
        .catch((error) => log.error({ err: error }, 'a join could not be answered'))
        .finally(() => {
          inFlight -= 1
        })
    })
  }
}

const PULSE_INTERVAL_MS = 1_000
/**
 * Maximum length of a client's message in bytes.
 * Handshakes and requests to join a room are far shorter.
 */
const MAX_MESSAGE_BYTES = 4_096

/** Events after which the token of a connected client may be invalid. */
const SESSION_ENDING_EVENTS: ReadonlySet<string> = new Set([
  'PasswordChanged',
  'AccountReassigned',
  'AccountErased',
  'SecurityNoted',
])

/** Events that change which rows a user's feed rooms contain. */
const SEAT_EVENTS: ReadonlySet<string> = new Set(['SettingsSaved', 'DriverAssigned', 'DriverReleased'])

/** Events that start or end a collection of a truck. */
const ROUND_EVENTS: ReadonlySet<string> = new Set([
  'CollectionStarted',
  'CollectionCompleted',
  'CollectionCancelled',
  'TruckDispatched',
])

export interface FeedServer {
  /** Notifies clients of the shutdown, then closes their connections. */
  close(): Promise<void>
  connections(): number
}

interface FeedDependencies extends Omit<ReadDependencies, 'installation'> {
  store: Pick<EventStore, 'head'>
  pulseMs?: number
  /** Clock that measures the limits on client requests. */
  limitClock?: FeedClock
}

/**
 * Adds the feed to an HTTP server at /socket.io.
 * Uses only WebSocket, so proxies need no sticky sessions.
 */
export function attachFeedServer(http: HttpServer, dependencies: FeedDependencies): FeedServer {
  const { store, pulseMs = PULSE_INTERVAL_MS, limitClock = systemFeedClock, ...reading } = dependencies
  const { runner, sealer, log } = reading
  const io = new Server(http, { transports: ['websocket'], serveClient: false, maxHttpBufferSize: MAX_MESSAGE_BYTES })
  // Otherwise, the feed would end as soon as one of the server's listeners has closed.
  // `close` below ends it.
  http.removeAllListeners('close')
  const rateLimit = createRowRateLimit(limitClock)
  const dynamicRooms = createDynamicRooms(reading)
  const frames = createFrameSender(io, reading, dynamicRooms)
  const seats = createRoomSubscriptions(reading, frames, dynamicRooms)
  const reach = createPositionWaiter(runner, store.head, limitClock)
  const hear = createJoins({
    frames,
    seats,
    pace: rateLimit,
    lines: createJoinQueue(rateLimit, limitClock),
    reach,
    runner,
    sealer,
    log,
  })
  const failed = (error: unknown) => log.error({ err: error }, 'the feed failed to send')
  const sessions = createFeedSessions(io, reading, rateLimit, limitClock)

  disconnectFloodingClients(io, sessions, limitClock)
  cutFloodingFrames(http, limitClock)
  io.sockets.adapter.on('delete-room', dynamicRooms.forget)

  io.on('connection', (socket) => hear(socket, sessions.readerOf(socket)))

  runner.onChange((view, changed) => {
    if (io.sockets.sockets.size > 0) frames.queue(view, [...changed.values()])
  })

  // Disconnects all clients when the log was replaced.
  // When they rejoin, they receive the new log's rows.
  runner.onOtherLog(() => {
    const ending = frames.inTurn(async () => {
      io.emit('ended', { reason: 'restart' })
      io.disconnectSockets(true)
    })
    ending.catch(failed)
  })

  runner.onEvents((events) => {
    for (const { type, data } of events) {
      const { userId, vehicleId } = data as { userId?: string; vehicleId?: string }
      if (vehicleId && ROUND_EVENTS.has(type)) changeSeatsOfDriver(vehicleId)
      if (!userId) continue
      if (type === 'BinPlaced') sendStopsAgain(userId)
      if (SEAT_EVENTS.has(type)) changeSeats(userId)
      if (!SESSION_ENDING_EVENTS.has(type)) continue
      if (type === 'AccountErased') sendErasedAgain(userId)
      sessions.endOf(userId)
    }
  })

  /**
   * Sends an erased person's rows again.
   * The rows are unchanged, but the name can't be decrypted any more.
   */
  function sendErasedAgain(userId: string): void {
    frames
      .inTurn(async () => {
        frames.queue('reports', await runner.rows.find('reports', { filter: { userId } }))
        const disputed = (row: Row) => (row as DeliveryRow).disputeReason?.personId === userId
        for (const instance of dynamicRooms.tellAgain('deliveries', disputed)) frames.settle('deliveries', instance)
      })
      .catch((error) => disconnectAfter(error, () => true))
    sendStopsAgain(userId)
  }

  function changeSeatsOfDriver(vehicleId: string): void {
    const changing = runner.rows.find('drivers', { filter: { vehicleId } }).then((found) => {
      for (const { id } of found) changeSeats(id)
    })
    changing.catch((error) => disconnectAfter(error, ({ principal }) => principal.role === 'driver'))
  }

  /**
   * Disconnects the clients that could show wrong rows after a failed read.
   * They connect again and get all rows.
   */
  function disconnectAfter(error: unknown, isAffected: (reader: FeedReader) => boolean): void {
    failed(error)
    for (const socket of io.sockets.sockets.values())
      if (isAffected(sessions.readerOf(socket))) terminateConnection(socket.conn)
  }

  /**
   * Sends a resident's stops again to the drivers who see them.
   * The place of the bin has changed.
   * It is not in the rows, so the rows look unchanged.
   */
  function sendStopsAgain(userId: string): void {
    frames
      .inTurn(async () => {
        const isOf = (row: Row) => (row as ReportRow).userId === userId
        for (const instance of dynamicRooms.tellAgain('my-stops', isOf)) frames.settle('my-stops', instance)
      })
      .catch(failed)
  }

  /** Users whose sockets are being moved; true if their rooms have changed again. */
  const moving = new Map<string, boolean>()

  function changeSeats(userId: string): void {
    if (moving.has(userId)) moving.set(userId, true)
    else moveSockets(userId).catch(failed)
  }

  /**
   * Moves a user's sockets one by one; joins of others come in between.
   * Disconnects a socket whose new rows can't be read.
   */
  async function moveSockets(userId: string): Promise<void> {
    do {
      moving.set(userId, false)
      for (const socket of sessions.socketsOf(userId))
        await frames
          .inTurn(() => changeSeat(socket, userId))
          .catch((error) => {
            failed(error)
            terminateConnection(socket.conn)
          })
    } while (moving.get(userId))
    moving.delete(userId)
  }

  /**
   * Moves the socket to other rooms, within the limit of its user's rows.
   * Above the limit, disconnects it: hundreds of sockets would keep others waiting.
   * Until moved, it would stay in rooms that are no longer the user's.
   */
  async function changeSeat(socket: Socket, userId: string): Promise<void> {
    if (!socket.connected) return
    if (rateLimit.wait(userId) > 0) return void terminateConnection(socket.conn)
    const rows = await seats.change(socket, sessions.readerOf(socket))
    rateLimit.spend(userId, RATE_LIMIT_COST_OF_ACTIONS.join + rows)
    if (rows > 0) await nextTurn()
  }

  const disconnectStalled = createStalledSocketsCheck((socket: Socket) => sessions.ownerOf(socket).userId)

  const pulse = setInterval(() => {
    // Sends the log position after the pending row changes.
    // A client must not get a position before the rows that belong to it.
    const pulsing = frames.inTurn(async () => {
      for (const { name, instance } of dynamicRooms.aged()) frames.settle(name, instance)
      const { position, behind } = await frames.send()
      io.except(behind).emit('pulse', { position } satisfies FeedHeartbeat)
    })
    pulsing.catch(failed)
    for (const socket of io.sockets.sockets.values()) disconnectIfBehind(socket)
    disconnectStalled(io.sockets.sockets.values())
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
