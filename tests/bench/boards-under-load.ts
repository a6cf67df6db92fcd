/**
 * Opens live boards (feed clients) on the real server and sends reports.
 * Matches arriving rows to reports.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openInProcessKernel, openZones, registerAccounts, reportCallsOf } from './fixtures.ts'
import type { BoardArrivals } from './load/boards.ts'
import type { SendResult } from './load/commands.ts'
import { openBoardProcess, startCommandSender } from './load/start.ts'
import { measureDiskSync, percentile, withTempFolder } from './measure.ts'
import { spawnServer } from './server.ts'
import type { BenchCity } from './zones.ts'

/** Pause in ms until opened dashboards are ready, and until the last rows have arrived. */
const SETTLE_MS = 1_000

interface Options {
  boards: number
  perSecond: number
  commands: number
}

/**
 * Opens a city with the given number of zones for a benchmark.
 * `turn()` returns the median time in ms from the POST of a report to its row on a board.
 */
export async function openBoardsCity(
  zones: number,
  { boards, perSecond, commands }: Options,
  turns: number,
): Promise<BenchCity> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-bench-'))
  const { kernel, close } = await openInProcessKernel(folder)
  const residents = await registerAccounts(kernel, 'resident', commands * turns, await openZones(kernel, zones))
  const [dispatcher] = await registerAccounts(kernel, 'dispatcher', 1)
  await close()
  const server = await spawnServer(folder).ready
  const sender = startCommandSender()
  const calls = reportCallsOf(residents)
  return {
    async turn() {
      const rooms = ['active-reports', 'zones'] as const
      const opened = await openBoardProcess({ url: server.url, token: dispatcher?.token ?? '', rooms, boards })
      await pause(SETTLE_MS)
      const sent = await sender.send({ url: server.url, concurrent: 1, perSecond, calls: calls.splice(0, commands) })
      await pause(SETTLE_MS)
      const { toScreen, missing } = matchArrivedRows(sent, await opened.close(), boards)
      if (sent.refused + missing > 0) throw new Error(`${sent.refused} refused, ${missing} rows missing`)
      return percentile(toScreen, 0.5)
    },
    async end() {
      sender.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the ms from each POST to its answer, and to its row on the dashboards. */
export async function measureBoardsUnderLoad({ boards, perSecond, commands }: Options) {
  return withTempFolder(async (folder) => {
    const { kernel, close } = await openInProcessKernel(folder)
    const residents = await registerAccounts(kernel, 'resident', commands + perSecond)
    const [dispatcher] = await registerAccounts(kernel, 'dispatcher', 1)
    await close()
    const disk = measureDiskSync(folder)

    const server = await spawnServer(folder).ready
    const opened = await openBoardProcess({
      url: server.url,
      token: dispatcher?.token ?? '',
      rooms: ['active-reports'],
      boards,
    })
    const sender = startCommandSender()
    const calls = reportCallsOf(residents)
    const asked = { url: server.url, concurrent: 1, perSecond }
    // Warms the server up with one second of the load.
    // Then sends and measures the rest of the load.
    await pause(4_000)
    await sender.send({ ...asked, calls: calls.slice(0, perSecond) })
    const sent = await sender.send({ ...asked, calls: calls.slice(perSecond) })
    await pause(1_500)
    sender.close()
    const arrived = await opened.close()
    await server.stop()

    return { ...matchArrivedRows(sent, arrived, boards), sent, disk }
  })
}

/** Matches the rows that arrived on the dashboards to the reports that were sent. */
export function matchArrivedRows({ commands }: SendResult, arrived: BoardArrivals['rows'], boards: number) {
  const clicks = new Map(commands.map(({ reportId, sentAt }) => [reportId, sentAt]))
  const toScreen: number[] = []
  let [first, last] = [Number.POSITIVE_INFINITY, 0]
  for (const { id, at } of arrived) {
    const clickedAt = clicks.get(id)
    if (clickedAt === undefined) continue
    toScreen.push(at - clickedAt)
    first = Math.min(first, at)
    last = Math.max(last, at)
  }
  return {
    toScreen,
    toAnswer: commands.map((command) => command.tookMs),
    missing: commands.length * boards - toScreen.length,
    seconds: (last - first) / 1000,
  }
}

/**
 * Returns the median and the worst percentile of all turns.
 * The median ignores single slow syncs of the disk.
 * `share` is the percentile, such as 0.99.
 */
export function summarizeTurns(
  turns: readonly SendResult[],
  arrived: BoardArrivals['rows'],
  boards: number,
  share: number,
) {
  const figures = turns.map((sent) => {
    const { toScreen, missing } = matchArrivedRows(sent, arrived, boards)
    if (missing > 0) throw new Error(`${missing} rows did not arrive`)
    return percentile(toScreen, share)
  })
  return { median: percentile(figures, 0.5), worst: Math.max(...figures) }
}
