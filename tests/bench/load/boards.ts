/**
 * Opens many simulated screens with live rows, and reports when each row arrived.
 * Implements socket.io's wire format itself, and parses messages only at the end.
 * The simulated screens then need little processor time.
 */
import WebSocket from 'ws'
import type { RoomFrame } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { call } from '../calls.ts'

/**
 * Message from the parent process to open dashboards (feed clients).
 * This process answers with 'opened'.
 * It answers the parent's later message 'what arrived' with `BoardArrivals`.
 */
export interface OpenBoardsRequest {
  url: string
  token: string
  rooms: readonly RoomName[]
  boards: number
  /** API path that every simulated screen fetches after a change, as browsers do. */
  fetches?: string
}

/**
 * Times at which rows first appeared on the measured simulated screens.
 * Times are ms since 1970, so that times of processes on one machine are comparable.
 */
export interface BoardArrivals {
  /**
   * Ids of rows, with the time at which each row first appeared on a screen.
   * A row added and removed in the same feed message counts as removed.
   */
  rows: { id: string; at: number }[]
}

interface Board {
  heard: { at: number; message: Buffer }[]
  onFrames?: () => void
}

const now = () => performance.timeOrigin + performance.now()
const FETCH_EVERY_MS = 2_000
const SPREAD_MS = 600
/**
 * Message types of engine.io and socket.io over WebSocket: https://socket.io/docs/v4/engine-io-protocol and
 * …/socket-io-protocol.
 */
const FRAMES = Buffer.from('42["frames"')
const [OPEN, PING, PONG, CONNECT, EVENT, ACK] = ['0', '2', '3', '40', '42', '43']

/**
 * Recent messages.
 * Simulated screens share one copy of equal messages, which saves memory.
 */
const recent: Buffer[] = []
const RECENT = 8

function shared(message: Buffer): Buffer {
  const known = recent.find((seen) => seen.equals(message))
  if (known) return known
  recent.unshift(message)
  recent.length = Math.min(recent.length, RECENT)
  return message
}

/** Connects, joins every room and records messages. */
function open({ url, token, rooms }: OpenBoardsRequest): Promise<Board> {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, { skipUTF8Validation: true, perMessageDeflate: false })
  const board: Board = { heard: [] }
  return new Promise((resolve, reject) => {
    let joined = 0
    socket.on('error', reject)
    socket.on('message', (message: Buffer) => {
      const at = now()
      if (message.subarray(0, FRAMES.length).equals(FRAMES)) {
        board.heard.push({ at, message: shared(message) })
        board.onFrames?.()
        return
      }
      const data = message.toString()
      if (data === PING) socket.send(PONG)
      else if (data.startsWith(OPEN)) socket.send(CONNECT + JSON.stringify({ token, version: FEED_VERSION }))
      else if (data.startsWith(CONNECT))
        for (const [n, room] of rooms.entries()) socket.send(`${EVENT}${n}${JSON.stringify(['join', { room }])}`)
      else if (data.startsWith(ACK)) {
        if (data.includes('"ok":false')) reject(new Error(data))
        else if (++joined === rooms.length) resolve(board)
      }
    })
  })
}

/** Fetches the API path `fetches` after messages of the feed, at most once every 2 s. */
function fetchAfterChanges(board: Board, { url, token, fetches }: OpenBoardsRequest): void {
  if (!fetches) return
  let waiting = false
  let fetchedAt = 0
  const fetchNow = async () => {
    waiting = false
    fetchedAt = now()
    const { status } = await call(url, { method: 'GET', path: fetches, token })
    if (status !== 200) throw new Error(`${fetches} was answered with ${status}`)
  }
  board.onFrames = () => {
    if (waiting) return
    waiting = true
    setTimeout(fetchNow, Math.max(0, fetchedAt + FETCH_EVERY_MS - now()) + Math.random() * SPREAD_MS)
  }
}

function rowsOf({ heard }: Board): BoardArrivals['rows'] {
  const first = new Map<string, number>()
  for (const { at, message } of heard) {
    const [, frames]: [string, RoomFrame[]] = JSON.parse(message.toString().slice(EVENT.length))
    for (const { rows, removed } of frames)
      for (const id of [...rows.map((row) => row.id), ...removed]) if (!first.has(id)) first.set(id, at)
  }
  return [...first].map(([id, at]) => ({ id, at }))
}

process.once('message', async (asked: OpenBoardsRequest) => {
  const boards: Board[] = []
  for (let n = 0; n < asked.boards; n += 50)
    boards.push(...(await Promise.all(Array.from({ length: Math.min(50, asked.boards - n) }, () => open(asked)))))
  for (const board of boards) fetchAfterChanges(board, asked)
  process.send?.('opened')
  process.once('message', () => process.send?.({ rows: boards.flatMap(rowsOf) } satisfies BoardArrivals))
})
process.once('disconnect', () => process.exit(0))
