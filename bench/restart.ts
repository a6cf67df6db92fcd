/**
 * restart: from the start of the process to the first board served, with 100,000 and 1,000,000 events in the log, or as many as
 * `RESTART_EVENTS` says; how much memory it takes then, and once the workers have read the log.
 */
import { randomUUID } from 'node:crypto'
import { fillLog, openHere, registerMany } from './arrange.ts'
import { call } from './calls.ts'
import { inFolder, round } from './measure.ts'
import { spawnServer } from './server.ts'

const SIZES = [100_000, 1_000_000]

/** Milliseconds until the dispatcher's open reports were answered, of a log that was made beforehand. */
async function restart(events: number) {
  return inFolder(async (folder) => {
    await fillLog(folder, events)
    const { kernel, close } = await openHere(folder)
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    await close()
    // The first start seeds the demo and hashes its passwords; that is not what is measured.
    await (await spawnServer(folder).ready).stop()
    const began = performance.now()
    const server = await spawnServer(folder).ready
    const board = { method: 'GET', path: '/auth/reports/active', token: dispatcher?.token, key: randomUUID() } as const
    const { status, body } = await call<{ reports: unknown[] }>(server.url, board)
    const ms = performance.now() - began
    if (status !== 200 || body.reports.length === 0) throw new Error(`The board was answered with ${status}`)
    await server.stop()
    return { listening: Math.round(server.startedMs), board: Math.round(ms) }
  })
}

export default async function bench() {
  const empty = await inFolder(async (folder) => {
    await (await spawnServer(folder).ready).stop()
    const server = await spawnServer(folder).ready
    await server.stop()
    return round(server.startedMs, 0)
  })
  const measured: Record<string, number> = { empty_log_ms: empty }
  for (const events of SIZES) {
    const { listening, board } = await restart(events)
    measured[`with_${events}_listening_ms`] = listening
    measured[`with_${events}_ms`] = board
  }
  return measured
}
