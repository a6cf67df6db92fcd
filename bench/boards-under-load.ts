/** What click-to-screen and fan-out share: boards open on the real server, reports sent at a pace, arrivals matched to clicks. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openHere, openZones, registerMany, reportsOf } from './arrange.ts'
import type { Arrived } from './load/boards.ts'
import type { Sent } from './load/commands.ts'
import { openBoards, startSender } from './load/start.ts'
import { inFolder, measureSync, percentile } from './measure.ts'
import { spawnServer } from './server.ts'
import type { City } from './zones.ts'

/** Boards that have just come are left so long, and frames that are still under way. */
const SETTLE_MS = 1_000

interface Options {
  boards: number
  perSecond: number
  commands: number
}

/** Milliseconds a command from the click to the boards' screens, at the median, in a city with so many zones. */
export async function boardsOf(zones: number, { boards, perSecond, commands }: Options, turns: number): Promise<City> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-bench-'))
  const { kernel, close } = await openHere(folder)
  const residents = await registerMany(kernel, 'resident', commands * turns, await openZones(kernel, zones))
  const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
  await close()
  const server = await spawnServer(folder).ready
  const sender = startSender()
  const calls = reportsOf(residents)
  return {
    async turn() {
      const rooms = ['active-reports', 'zones'] as const
      const opened = await openBoards({ url: server.url, token: dispatcher?.token ?? '', rooms, boards })
      await pause(SETTLE_MS)
      const sent = await sender.send({ url: server.url, concurrent: 1, perSecond, calls: calls.splice(0, commands) })
      await pause(SETTLE_MS)
      const { toScreen, missing } = matched(sent, await opened.close(), boards)
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

/** Milliseconds from each click (the POST leaves) to its row on each board, and to the command's own answer. */
export async function boardsUnderLoad({ boards, perSecond, commands }: Options) {
  return inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    const residents = await registerMany(kernel, 'resident', commands + perSecond)
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    await close()
    const disk = measureSync(folder)

    const server = await spawnServer(folder).ready
    const opened = await openBoards({
      url: server.url,
      token: dispatcher?.token ?? '',
      rooms: ['active-reports'],
      boards,
    })
    const sender = startSender()
    const calls = reportsOf(residents)
    const asked = { url: server.url, concurrent: 1, perSecond }
    // One second of the same load first, so that what is measured is a server that runs.
    await pause(4_000)
    await sender.send({ ...asked, calls: calls.slice(0, perSecond) })
    const sent = await sender.send({ ...asked, calls: calls.slice(perSecond) })
    await pause(1_500)
    sender.close()
    const arrived = await opened.close()
    await server.stop()

    return { ...matched(sent, arrived, boards), sent, disk }
  })
}

/** The figures of a run, in ms: from the click to each screen, and to its own answer. */
export const latencies = ({ toScreen, toAnswer }: Pick<ReturnType<typeof matched>, 'toScreen' | 'toAnswer'>) => ({
  p50_ms: percentile(toScreen, 0.5),
  p99_ms: percentile(toScreen, 0.99),
  max_ms: percentile(toScreen, 1),
  answer_p50_ms: percentile(toAnswer, 0.5),
  answer_p99_ms: percentile(toAnswer, 0.99),
})

/** What arrived on the boards, matched to the clicks that it came of. */
export function matched({ commands }: Sent, arrived: Arrived['rows'], boards: number) {
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
 * Milliseconds from click to screen of each turn, at a share of its rows: the median of the turns, so that a disk which stands still once
 * spoils one of them, and the worst.
 */
export function ofTurns(turns: readonly Sent[], arrived: Arrived['rows'], boards: number, share: number) {
  const figures = turns.map((sent) => {
    const { toScreen, missing } = matched(sent, arrived, boards)
    if (missing > 0) throw new Error(`${missing} rows did not arrive`)
    return percentile(toScreen, share)
  })
  return { median: percentile(figures, 0.5), worst: Math.max(...figures) }
}
