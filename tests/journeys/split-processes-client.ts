/** Client like the web app: JSON over HTTP, and resuming socket.io rooms. */
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import type { JoinRoomAnswer, RoomFrame } from '#contract/feed/feed.ts'
import { comparePositions, FEED_VERSION } from '#contract/feed/protocol.ts'
import type { RoomName } from '#contract/feed/rooms.ts'

export interface Answer {
  status: number
  body: Record<string, unknown> & { token: string }
}

/**
 * Calls the API.
 * A command gets a new idempotency key by default.
 */
export async function call(
  origin: string,
  method: string,
  path: string,
  { token, body, key = randomUUID() }: { token?: string; body?: object; key?: string } = {},
): Promise<Answer> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (method !== 'GET') headers['Idempotency-Key'] = key
  const response = await fetch(`${origin}${path}`, { method, headers, body: body && JSON.stringify(body) })
  const text = await response.text()
  return {
    status: response.status,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  }
}

/** Subscribed feed room with its rows and received updates. */
export interface FeedRoomClient {
  rows: Map<string, { id: string } & Record<string, unknown>>
  /** How the server answered each join of the room, also after reconnects. */
  joins: ('snapshot' | 'delta')[]
  /** Log position of each update, in the order in which the client received them. */
  positions: string[]
  /** Returns whether the client ever received an update older than the one before. */
  wentBack(): boolean
  close(): void
}

/** Joins a room and follows its updates through reconnects. */
export function openFeedRoomClient(origin: string, token: string, room: RoomName): Promise<FeedRoomClient> {
  const socket: Socket = io(origin, {
    auth: { token, version: FEED_VERSION },
    transports: ['websocket'],
    reconnectionDelayMax: 200,
  })
  const board: FeedRoomClient = {
    rows: new Map(),
    joins: [],
    positions: [],
    wentBack: () => board.positions.some((at, n) => n > 0 && comparePositions(at, board.positions[n - 1] ?? '0') < 0),
    close: () => socket.close(),
  }
  function show({ rows, removed, position }: Pick<RoomFrame, 'rows' | 'removed' | 'position'>) {
    for (const row of rows) board.rows.set(row.id, { ...row })
    for (const id of removed) board.rows.delete(id)
    board.positions.push(position)
  }
  socket.on('frames', (frames: RoomFrame[]) => frames.forEach(show))
  return new Promise((resolve, reject) => {
    socket.on('connect', () => {
      socket.emit('join', { room, after: board.positions.at(-1) }, (joined: JoinRoomAnswer) => {
        if (!joined.ok) return reject(new Error(joined.message))
        board.joins.push(joined.snapshot ? 'snapshot' : 'delta')
        if (joined.snapshot) board.rows.clear()
        show(joined)
        resolve(board)
      })
    })
  })
}
