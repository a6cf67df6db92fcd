/** erasure: from the click on Delete Account until every open session is cut and every board reads 'Erased resident'. */
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import type { Frame } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/feed-version.ts'
import type { Session } from '#contract/views.ts'
import { type Call, call } from './calls.ts'
import { inFolder, measureSync, percentile } from './measure.ts'
import { spawnServer } from './server.ts'

const PEOPLE = 30
const SESSIONS = 3
const BOARDS = 20
const PASSWORD = 'a password to forget'

/** An answer that must be a success. */
async function ask<T>(url: string, wanted: Call): Promise<T> {
  const { status, body } = await call<T>(url, wanted)
  if (status >= 300) throw new Error(`${wanted.path} was answered with ${status}`)
  return body
}

async function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token, version: FEED_VERSION },
    forceNew: true,
    reconnection: false,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

async function openBoard(url: string, token: string): Promise<Socket> {
  const board = await connect(url, token)
  await board.emitWithAck('join', { room: 'active-reports' })
  return board
}

/** Settles with the time at which the board was sent this report without its name. */
const nameGone = (board: Socket, reportId: string) =>
  new Promise<number>((resolve) => {
    const hear = ([{ rows }]: [Frame<'active-reports'>]) => {
      const row = rows.find(({ id }) => id === reportId)
      if (row?.resident_name !== 'Erased resident') return
      board.off('frames', hear)
      resolve(performance.now())
    }
    board.on('frames', hear)
  })

const cut = (socket: Socket) => new Promise<number>((done) => socket.once('disconnect', () => done(performance.now())))

/** Milliseconds of one person's erasure, each from the click. */
async function erase(url: string, boards: Socket[], n: number) {
  const body = { name: `Resident ${n}`, email: `r${n}@bench.example`, password: PASSWORD, zone: 'Ayawaso West' }
  const { user, token } = await ask<Session>(url, { method: 'POST', path: '/auth/signup', body, key: randomUUID() })
  const reported = await ask<{ report: { id: string } }>(url, {
    method: 'POST',
    path: '/auth/report-bin-full',
    token,
    body: {},
    key: randomUUID(),
  })
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => connect(url, token)))
  const ends = Promise.all(sessions.map(cut))
  const unnamed = Promise.all(boards.map((board) => nameGone(board, reported.report.id)))
  const began = performance.now()
  await ask(url, { method: 'DELETE', path: `/auth/account/${user.id}`, token, body: { password: PASSWORD } })
  const answered = performance.now()
  const [cutAt, unnamedAt] = await Promise.all([ends, unnamed])
  const { status } = await call(url, { method: 'GET', path: '/auth/me', token })
  if (status !== 401) throw new Error(`An erased person's token was answered with ${status}`)
  return { answer: answered - began, cut: Math.max(...cutAt) - began, unreadable: Math.max(...unnamedAt) - began }
}

export default async function bench() {
  return inFolder(async (folder) => {
    const disk = measureSync(folder)
    const server = await spawnServer(folder).ready
    const { url } = server
    const { token } = await ask<Session>(url, {
      method: 'POST',
      path: '/auth/demo-login',
      body: { identifier: 'DISP001' },
    })
    const boards = await Promise.all(Array.from({ length: BOARDS }, () => openBoard(url, token)))
    const times: Awaited<ReturnType<typeof erase>>[] = []
    for (let n = 0; n < PEOPLE; n += 1) times.push(await erase(url, boards, n))
    for (const board of boards) board.disconnect()
    await server.stop()
    const of = (what: keyof (typeof times)[0]) => times.map((time) => time[what])
    return {
      people: PEOPLE,
      sessions_each: SESSIONS,
      boards: BOARDS,
      answer_p50_ms: percentile(of('answer'), 0.5),
      sessions_cut_p50_ms: percentile(of('cut'), 0.5),
      sessions_cut_max_ms: percentile(of('cut'), 1),
      rows_unreadable_p50_ms: percentile(of('unreadable'), 0.5),
      rows_unreadable_max_ms: percentile(of('unreadable'), 1),
      ...disk,
    }
  })
}
