/** Screens of the dispatch bench: each says when it showed the whole dispatch, and whether it ever showed a half of it. */
import { io, type Socket } from 'socket.io-client'
import type { Frame, Joined } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/feed-version.ts'
import type { Delivery, Report, Vehicle, ZoneStatus } from '#contract/views.ts'

export interface Screen {
  token: string
  room: 'active-reports' | 'zones' | 'vehicles' | 'deliveries' | 'my-reports'
}

interface Shown {
  /** Milliseconds since 1970. */
  at: number
  /** Frames after which only a part of it was shown. */
  halves: number
}

type Rows = Map<string, unknown>

/** How much of the dispatch is on a screen, from 0 to 1. */
function share(room: Screen['room'], rows: Rows, before: number): number {
  const all = [...rows.values()]
  switch (room) {
    case 'active-reports':
      return before === 0 ? 0 : (before - rows.size) / before
    case 'zones':
      return (all as ZoneStatus[]).filter(({ currentReports }) => currentReports === 0).length / rows.size
    case 'vehicles':
      return (all as Vehicle[]).some(({ status }) => status === 'in-transit') ? 1 : 0
    case 'deliveries':
      return (all as Delivery[]).length / 2
    case 'my-reports':
      return (all as Report[]).every(({ status }) => status === 'collected') ? 1 : 0
  }
}

async function watch(url: string, { token, room }: Screen) {
  const socket: Socket = io(url, { transports: ['websocket'], auth: { token, version: FEED_VERSION }, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const rows: Rows = new Map()
  const { promise, resolve } = Promise.withResolvers<Shown>()
  let before = 0
  let halves = 0
  socket.on('frames', ([frame]: [Frame]) => {
    const at = performance.timeOrigin + performance.now()
    for (const id of frame.removed) rows.delete(id)
    for (const row of frame.rows) rows.set(row.id, row)
    const shown = share(room, rows, before)
    if (shown === 1) resolve({ at, halves })
    else if (shown > 0) halves++
  })
  const joined: Joined = await socket.emitWithAck('join', { room })
  if (!joined.ok) throw new Error(joined.message)
  for (const row of joined.rows) rows.set(row.id, row)
  before = rows.size
  return { socket, shown: promise }
}

/** Opens the screens; `shown` settles when all of them show the whole dispatch. */
export async function openWatchers(url: string, screens: readonly Screen[]) {
  const open = await Promise.all(screens.map((screen) => watch(url, screen)))
  return {
    shown: () => Promise.all(open.map(({ shown }) => shown)),
    close: () => {
      for (const { socket } of open) socket.disconnect()
    },
  }
}
