/**
 * HTTP part of the minimal servers: Express 5, and socket.io with one room.
 * A POST adds a row.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Server } from 'socket.io'

/** Row of 300 bytes, as large as the row of a report. */
interface PeerRow {
  id: string
  userId: string
  zone: string
  description: string
  timestamp: string
  status: 'new'
  resident_name: string
}

/**
 * Starts an HTTP server that stops when its parent process disconnects.
 * It calls `store` for each row that a client posts.
 * `store` can send the row to all connected clients by its second argument, `broadcast`.
 */
export function servePeer(store: (row: PeerRow, broadcast: Broadcast) => Promise<void>): Broadcast {
  const app = express()
  const http = createServer(app)
  const io = new Server(http, { transports: ['websocket'], serveClient: false })
  const broadcast: Broadcast = (row) =>
    void io.to('boards').emit('frames', [{ room: 'active-reports', rows: [row], removed: [] }])

  io.on('connection', (socket) =>
    socket.on('join', (_room: unknown, answer: (joined: object) => void) => {
      socket.join('boards')
      answer({ ok: true, rows: [] })
    }),
  )
  app.use(express.json())
  app.post('/api/auth/report-bin-full', async (request, response) => {
    const row: PeerRow = {
      id: randomUUID(),
      userId: 'ubench-resident-1',
      zone: 'Ablekuma North',
      description: String(request.body.description),
      timestamp: new Date().toISOString(),
      status: 'new',
      resident_name: 'Bench 1',
    }
    await store(row, broadcast)
    response.status(201).json({ message: 'The report was received.', report: row })
  })
  http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit(0))
  return broadcast
}

type Broadcast = (row: PeerRow) => void
