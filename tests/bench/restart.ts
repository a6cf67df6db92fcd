/**
 * restart: time from the server's start to its first answer about open reports, and its memory.
 * Logs: empty, 100,000 and 1,000,000 events.
 * The first start creates the file of rows.
 * Then the server restarts three times.
 * Figures: medians of the three restarts.
 * Memory of all processes (shared pages counted once): at the first answer, peak and idle.
 * `RESTART_EVENTS=10000000` sets other sizes.
 * Ten million events take a quarter of an hour and 7 GB of disk.
 * Reproduce: `npm run bench -- restart` on an otherwise idle Linux machine.
 */
import { randomUUID } from 'node:crypto'
import { call } from './calls.ts'
import { fillLog, openInProcessKernel, registerAccounts } from './fixtures.ts'
import { logProgress, round, withTempFolder } from './measure.ts'
import { measureUntilIdle, processTreeMemory } from './memory.ts'
import { spawnServer } from './server.ts'

const SIZES = (process.env.RESTART_EVENTS ?? '100000,1000000').split(',').map(Number)
const TURNS = 3

/**
 * Restarts the server once.
 * Returns the ms until the server answers a read of reports, and its memory in MB.
 */
async function turn(folder: string, token: string) {
  const began = performance.now()
  const server = await spawnServer(folder).ready
  const board = { method: 'GET', path: '/auth/reports/active', token, key: randomUUID() } as const
  const { status, body } = await call<{ reports: unknown[] }>(server.url, board)
  const ms = performance.now() - began
  if (status !== 200 || body.reports.length === 0) throw new Error(`The board was answered with ${status}`)
  const pid = server.child.pid as number
  const mb = processTreeMemory(pid)
  const idle = await measureUntilIdle(pid)
  await server.stop()
  return { listening: server.startedMs, board: ms, mb, idle }
}

/** Returns the median restart times for this log size. */
async function restart(events: number): Promise<Record<string, number>> {
  return withTempFolder(async (folder) => {
    const { kernel, close } = await openInProcessKernel(folder)
    const [dispatcher] = await registerAccounts(kernel, 'dispatcher', 1)
    await close()
    logProgress(`writing a log of ${events} events`)
    await fillLog(folder, events)
    logProgress('the first start, which makes the rows')
    const first = await spawnServer(folder).ready
    await first.stop()
    const turns: Awaited<ReturnType<typeof turn>>[] = []
    for (let n = 0; n < TURNS; n++) turns.push(await turn(folder, dispatcher?.token as string))
    const median = (of: (one: (typeof turns)[number]) => number) =>
      round(turns.map(of).sort((a, b) => a - b)[Math.floor(TURNS / 2)] as number, 0)
    return {
      [`with_${events}_first_start_ms`]: round(first.startedMs, 0),
      [`with_${events}_listening_ms`]: median(({ listening }) => listening),
      [`with_${events}_ms`]: median(({ board }) => board),
      [`with_${events}_at_first_board_mb`]: median(({ mb }) => mb),
      [`with_${events}_most_mb`]: median(({ idle }) => idle.most),
      [`with_${events}_at_rest_mb`]: median(({ idle }) => idle.last),
    }
  })
}

export default async function bench() {
  const empty = await withTempFolder(async (folder) => {
    await (await spawnServer(folder).ready).stop()
    const server = await spawnServer(folder).ready
    const idle = await measureUntilIdle(server.child.pid as number)
    await server.stop()
    return { empty_log_ms: round(server.startedMs, 0), empty_log_at_rest_mb: round(idle.last, 0) }
  })
  const measured: Record<string, number> = empty
  for (const events of SIZES) Object.assign(measured, await restart(events))
  return measured
}
