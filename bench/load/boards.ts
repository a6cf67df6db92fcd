/** A process of its own with many open boards: connects, says so, and reports to its parent when each frame came to each. */
import { io, type Socket } from 'socket.io-client'
import type { Frame, Joined, RoomName } from '#contract/feed.ts'

/** What the parent asks for; the answers are `Opened` and then `Arrived` in bundles. */
export interface OpenBoards {
  url: string
  token: string
  room: RoomName
  boards: number
}

/** Times are milliseconds since 1970, so that two processes on one machine can compare them. */
export interface Arrived {
  /** The id of each row (or removed row), with the time at which each board had it. */
  rows: { id: string; removed: boolean; at: number }[]
}

const now = () => performance.timeOrigin + performance.now()
const BUNDLE_MS = 200

async function open({ url, token, room }: OpenBoards): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const joined: Joined = await socket.emitWithAck('join', { room })
  if (!joined.ok) throw new Error(joined.message)
  return socket
}

process.once('message', async (asked: OpenBoards) => {
  let rows: Arrived['rows'] = []
  for (let n = 0; n < asked.boards; n += 50) {
    const some = Array.from({ length: Math.min(50, asked.boards - n) }, () => open(asked))
    for (const socket of await Promise.all(some))
      socket.on('frame', (frame: Frame) => {
        const at = now()
        for (const { id } of frame.rows) rows.push({ id, removed: false, at })
        for (const id of frame.removed) rows.push({ id, removed: true, at })
      })
  }
  process.send?.('opened')
  setInterval(() => {
    if (rows.length > 0) process.send?.({ rows } satisfies Arrived)
    rows = []
  }, BUNDLE_MS)
})
process.once('disconnect', () => process.exit(0))
