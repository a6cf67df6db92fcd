/**
 * commands: durable reports per second with 64 concurrent callers, in process and over HTTP.
 * In process: 5 rounds of 4,000 reports through the command handler and views.
 * Figure: the median round's rate.
 * Over HTTP: 11 waves of 4,000 reports.
 * The first 4 only warm the server up.
 * Before each wave, the same POSTs go to an empty Express 5 app.
 * Figures: the waves' median rate, and its median ratio to the empty app.
 * `--zones 2,60,1000` compares cities of those sizes in process.
 * Reproduce: `npm run bench -- commands` on an otherwise idle machine.
 * Both rates depend on the disk's sync time, which the last line reports.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { binAggregate } from '#command-api/aggregates/bin.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createBinReporter } from '#command-api/reports/routes.ts'
import { markCollected } from '#command-api/schedules/mark-collected.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { Call } from './calls.ts'
import { type Account, openInProcessKernel, openZones, registerAccounts, reportCallsOf } from './fixtures.ts'
import { startCommandSender } from './load/start.ts'
import { logProgress, measureDiskSync, percentile, withTempFolder } from './measure.ts'
import { spawnServer, waitUntilQuiescent } from './server.ts'
import type { BenchCity } from './zones.ts'

const RESIDENTS = 4_000
const CONCURRENT = 64
const ROUNDS = 5
const ROUND_NUMBERS = Array.from({ length: ROUNDS }, (_, n) => n + 1)
/** Count of residents of each city in a comparison. */
const COMPARED = 2_000
const WAVES = 11
/** Number of the first waves, which are not measured because Node still compiles both servers. */
const WARM_WAVES = 4
const AFTER_WAVE_MS = 1_000

/**
 * Calls `work` for each element, with {@link CONCURRENT} calls at a time.
 * Returns how long all calls took, in seconds.
 */
async function concurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<number> {
  let next = 0
  const began = performance.now()
  const worker = async () => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) await work(one)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, worker))
  return (performance.now() - began) / 1000
}

/**
 * Returns the reports per second of each round.
 * Between the rounds the bins are collected; this time is not measured.
 */
async function inProcess(kernel: Kernel, residents: Account[], rounds: readonly number[]): Promise<number[]> {
  const reportFor = createBinReporter(kernel)
  const rates: number[] = []
  for (const round of rounds) {
    const open = new Map<string, string>()
    const seconds = await concurrently(residents, async ({ userId, zone, name }) => {
      const envelope = { commandId: `${round}/${userId}`, fingerprint: 'bench', actor: userId }
      const answer = await reportFor({ userId, zone, name }, 'The bin at the gate is full', envelope)
      if (isRejection(answer)) throw new Error(answer.message)
      open.set(userId, answer.report.id)
    })
    rates.push(residents.length / seconds)
    await concurrently(residents, async ({ userId }) => {
      const command = { reportId: open.get(userId) ?? '', collectedBy: 'bench' }
      const envelope = { commandId: `collect/${round}/${userId}`, fingerprint: 'bench', actor: 'bench' }
      await handleCommand(
        kernel.store,
        binAggregate.stream(userId),
        binAggregate,
        (state) => markCollected(command, state, new Date()),
        envelope,
      )
    })
  }
  return rates
}

/**
 * Runs each batch first on an empty Express app, then on the server.
 * Each resident reports once per batch.
 */
async function overHttp(folder: string, waves: Account[][]) {
  const sender = startCommandSender()
  const child = fork(path.join(import.meta.dirname, 'load/empty.ts'))
  const [port] = await once(child, 'message')
  const server = await spawnServer(folder).ready
  logProgress('waiting until the server has nothing left to write')
  await waitUntilQuiescent(server.url)
  const perSecond = async (url: string, calls: Call[]) => {
    const { seconds, refused } = await sender.send({ url, calls, concurrent: CONCURRENT })
    if (refused > 0) throw new Error(`${refused} calls were refused`)
    return calls.length / seconds
  }
  const empty: number[] = []
  const http: number[] = []
  const share: number[] = []
  for (const [n, residents] of waves.entries()) {
    logProgress(`wave ${n + 1} of ${waves.length} over HTTP`)
    const reports = reportCallsOf(residents)
    const toEmpty = reports.map((report): Call => ({ ...report, path: '/empty' }))
    empty.push(await perSecond(`http://127.0.0.1:${port}`, toEmpty))
    // Each resident first opens the app, as people do.
    // The server then has the token's verified signature and the resident's key in its caches.
    await perSecond(
      server.url,
      residents.map(({ token }): Call => ({ method: 'GET', path: '/auth/me', token })),
    )
    http.push(await perSecond(server.url, reports))
    share.push((http.at(-1) ?? 0) / (empty.at(-1) ?? 1))
    await pause(AFTER_WAVE_MS)
  }
  child.disconnect()
  sender.close()
  await server.stop()
  const steady = (rates: number[]) => percentile(rates.slice(WARM_WAVES), 0.5)
  return { empty: steady(empty), http: steady(http), share: steady(share), waves: http.map(Math.round) }
}

/**
 * Sets up a test installation with this number of zones.
 * `turn()` returns the microseconds per command, measured inside this process.
 */
export async function openBenchCity(zones: number): Promise<BenchCity> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-bench-'))
  const { kernel, close } = await openInProcessKernel(folder)
  const residents = await registerAccounts(kernel, 'resident', COMPARED, await openZones(kernel, zones))
  let round = 0
  return {
    async turn() {
      const [rate = 0] = await inProcess(kernel, residents, [++round])
      return 1e6 / rate
    },
    async end() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export default async function bench() {
  return withTempFolder(async (folder) => {
    const { kernel, close } = await openInProcessKernel(folder)
    logProgress(`registering ${WAVES * RESIDENTS} residents`)
    const residents = await registerAccounts(kernel, 'resident', WAVES * RESIDENTS)
    const waves = Array.from({ length: WAVES }, (_, n) => residents.slice(n * RESIDENTS, (n + 1) * RESIDENTS))
    logProgress(`${ROUNDS} rounds of ${RESIDENTS} reports in this process`)
    const rates = await inProcess(kernel, waves[0] as Account[], ROUND_NUMBERS)
    await close()
    const { empty, http, share, waves: http_waves } = await overHttp(folder, waves)
    return {
      concurrent: CONCURRENT,
      in_process_per_s: Math.round(percentile(rates, 0.5)),
      in_process_best_per_s: Math.round(Math.max(...rates)),
      http_per_s: Math.round(http),
      http_per_s_by_wave: http_waves,
      empty_express_per_s: Math.round(empty),
      http_share_of_empty: share,
      ...measureDiskSync(folder),
    }
  })
}
