/** A process of its own with many open boards: connects, says so, and reports to its parent when each frame came to each. */
import { io, type Socket } from 'socket.io-client'
import type { Frame, Joined, RoomName } from '#contract/feed.ts'
import { call } from '../calls.ts'

/** What the parent asks for; the answers are `Opened` and then `Arrived` in bundles. */
export interface OpenBoards {
  url: string
  token: string
  /** Everything that such a board shows. */
  rooms: readonly RoomName[]
  boards: number
  /** What a board fetches anew after a change, at the browser's pace: a path of the API. */
  fetches?: string
}

/** Times are milliseconds since 1970, so that two processes on one machine can compare them. */
export interface Arrived {
  /** The id of each row, with the time at which each board first heard of it: one that is gone within a frame only goes. */
  rows: { id: string; at: number }[]
}

const now = () => performance.timeOrigin + performance.now()
const BUNDLE_MS = 200
const FETCH_EVERY_MS = 2_000
const SPREAD_MS = 600

async function open({ url, token, rooms }: OpenBoards): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  for (const room of rooms) {
    const joined: Joined = await socket.emitWithAck('join', { room })
    if (!joined.ok) throw new Error(joined.message)
  }
  return socket
}

/** Fetches soon after a change, unless it did so within the last 2 s: then when they are over. */
function fetchAfterChanges(socket: Socket, { url, token, fetches }: OpenBoards): void {
  if (!fetches) return
  let waiting = false
  let fetchedAt = 0
  const fetchNow = async () => {
    waiting = false
    fetchedAt = now()
    const { status } = await call(url, { method: 'GET', path: fetches, token })
    if (status !== 200) throw new Error(`${fetches} was answered with ${status}`)
  }
  socket.on('frames', () => {
    if (waiting) return
    waiting = true
    setTimeout(fetchNow, Math.max(0, fetchedAt + FETCH_EVERY_MS - now()) + Math.random() * SPREAD_MS)
  })
}

process.once('message', async (asked: OpenBoards) => {
  let rows: Arrived['rows'] = []
  for (let n = 0; n < asked.boards; n += 50) {
    const some = Array.from({ length: Math.min(50, asked.boards - n) }, () => open(asked))
    for (const socket of await Promise.all(some)) {
      fetchAfterChanges(socket, asked)
      const seen = new Set<string>()
      socket.on('frames', (frames: Frame[]) => {
        const at = now()
        for (const id of frames.flatMap((frame) => [...frame.rows.map((row) => row.id), ...frame.removed])) {
          if (!seen.has(id)) rows.push({ id, at })
          seen.add(id)
        }
      })
    }
  }
  process.send?.('opened')
  setInterval(() => {
    if (rows.length > 0) process.send?.({ rows } satisfies Arrived)
    rows = []
  }, BUNDLE_MS)
})
process.once('disconnect', () => process.exit(0))
