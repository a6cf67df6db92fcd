/**
 * Client of the live feed for tests, over a socket that reconnects.
 * It applies changes to rows with the code of the web app.
 */
import { EventEmitter, once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import type { FeedHeartbeat, JoinRoomAnswer, RoomFrame } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import * as fold from '#web/lib/feed/room.ts'

export interface FeedClient {
  /** Returns the shown rows of a room, by id. */
  rows(name: RoomName): Record<string, fold.FeedRow>
  live(): boolean
  leave(): void
  /** Connects and requests the changes that were missed while disconnected. */
  come(): Promise<void>
  /**
   * Resolves after the next two position messages from the server.
   * The server sends them after all earlier changes.
   */
  told(): Promise<void>
}

export function createFeedClient(url: string, token: string, names: readonly RoomName[]): FeedClient {
  const rooms = new Map<RoomName, fold.FeedRoomState>(names.map((name) => [name, fold.emptyFeedRoom]))
  const change = (name: RoomName, next: (room: fold.FeedRoomState) => fold.FeedRoomState) =>
    rooms.set(name, next(rooms.get(name) ?? fold.emptyFeedRoom))
  let socket: Socket | undefined
  let pulses = 0
  const pulsed = new EventEmitter()

  function listen(to: Socket): void {
    to.on('frames', (frames: RoomFrame[]) => {
      for (const frame of frames) change(frame.room, (room) => fold.applyFrame(room, frame, 0))
    })
    to.on('pulse', ({ position }: FeedHeartbeat) => {
      for (const name of names) change(name, (room) => fold.applyHeartbeat(room, position))
      pulses += 1
      pulsed.emit('pulse')
    })
  }

  return {
    rows: (name) => rooms.get(name)?.rows ?? {},
    live: () => socket !== undefined,
    leave() {
      socket?.disconnect()
      socket = undefined
      for (const name of names) change(name, fold.applyDisconnect)
    },
    async come() {
      const fresh = io(url, { transports: ['websocket'], auth: { token, version: FEED_VERSION }, forceNew: true })
      socket = fresh
      listen(fresh)
      await new Promise<void>((resolve, reject) => {
        fresh.once('connect', resolve)
        fresh.once('connect_error', reject)
      })
      const join = async (name: RoomName) => {
        const after = rooms.get(name)?.position ?? undefined
        const answer: JoinRoomAnswer = await fresh.emitWithAck('join', { room: name, after })
        change(name, (room) => fold.applyJoinAnswer(room, answer, 0))
      }
      await Promise.all(names.map(join))
    },
    async told() {
      const enough = pulses + 2
      while (pulses < enough) await once(pulsed, 'pulse')
    },
  }
}
