/** first-start: the first start with the demo's simulated year, to the first board, and the start after it; without the year too. */
import { call } from './calls.ts'
import { inFolder, measureSync, round } from './measure.ts'
import { positionOf, SEED_PASSWORD, spawnServer } from './server.ts'

/** Milliseconds until the dispatcher's board was answered, and the server. */
async function start(folder: string, history: 'year' | 'none') {
  const began = performance.now()
  const server = await spawnServer(folder, { SEED_HISTORY: history }).ready
  const signIn = { employee_id: 'DISP001', password: SEED_PASSWORD }
  const { body } = await call<{ token: string }>(server.url, { method: 'POST', path: '/auth/login', body: signIn })
  const board = { method: 'GET', path: '/auth/reports/active', token: body.token } as const
  const { status, body: rows } = await call<{ reports: unknown[] }>(server.url, board)
  if (status !== 200) throw new Error(`The board was answered with ${status}`)
  return { server, ms: performance.now() - began, open: rows.reports.length }
}

/** A first start and the one after it, each with what it took in milliseconds. */
async function twice(history: 'year' | 'none') {
  return inFolder(async (folder) => {
    const first = await start(folder, history)
    const events = await positionOf(first.server.url)
    await first.server.stop()
    const second = await start(folder, history)
    await second.server.stop()
    return { first, second, events }
  })
}

export default async function bench() {
  const disk = await inFolder(async (folder) => measureSync(folder))
  const year = await twice('year')
  const none = await twice('none')
  return {
    year_events: year.events,
    year_open_reports: year.first.open,
    year_first_listening_ms: round(year.first.server.startedMs, 0),
    year_first_board_ms: round(year.first.ms, 0),
    year_restart_board_ms: round(year.second.ms, 0),
    none_first_board_ms: round(none.first.ms, 0),
    none_restart_board_ms: round(none.second.ms, 0),
    ...disk,
  }
}
