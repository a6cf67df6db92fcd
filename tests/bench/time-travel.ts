/**
 * time-travel: time of a dispatcher's board (9 reads) at past moments.
 * Also its cost to live boards.
 * Log: 1,000,000 events of the demo's city (`EVENTS` sets another length).
 * Load: one auditor alone for 20 s over HTTP.
 * Then 7 rounds of 5 s each without and with two auditors.
 * Meanwhile 25 reports a second go to 20 live boards.
 * Then this process reads 300 boards to measure processor time without HTTP.
 * Figures: a board's p50 and p99; the index's size and time.
 * Also live boards' p99 with auditors, and its ratio to that without.
 * Reproduce: `npm run bench -- time-travel` on an otherwise idle Linux machine.
 */
import { statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { summarizeTurns } from './boards-under-load.ts'
import { call } from './calls.ts'
import { openInProcessKernel, registerAccounts, reportCallsOf } from './fixtures.ts'
import type { SendResult } from './load/commands.ts'
import { DASHBOARD_ENDPOINTS } from './load/dashboard.ts'
import { openBoardProcess, startAuditorProcess, startCommandSender } from './load/start.ts'
import { fillLogWithYears } from './long-log.ts'
import { logProgress, measureDiskSync, percentile, readProcessUsage, round, withTempFolder } from './measure.ts'
import { positionOf, spawnServer, waitUntilQuiescent } from './server.ts'

const EVENTS = Number(process.env.EVENTS ?? 1_000_000)
/** Duration in ms of the measurement in which one auditor is the only user. */
const SOLO_DURATION_MS = 20_000
/**
 * Number of rounds.
 * Each round runs first without auditors, then with two.
 */
const ROUNDS = 7
const ROUND_S = 5
const BOARDS = 20
const PER_SECOND = 25
const THREAD_SEEKS = 300
/** Limit of frames per second that the replay screen requests. */
const FRAMES_PER_SECOND = 20

/**
 * Waits for the complete time-travel index.
 * Returns the seconds.
 */
async function untilIndexed(url: string, token: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { status, body } = await call<{ message: string }>(url, { method: 'GET', path: '/audit/density', token })
    if (status === 200) return (performance.now() - began) / 1_000
    if (status !== 503) throw new Error(body.message)
    logProgress(body.message)
    await pause(5_000)
  }
}

/**
 * Reads the dashboard at random past moments, in this thread.
 * Returns the processor time of each dashboard in ms.
 */
async function framesOfThread(file: string, head: number): Promise<number[]> {
  const { default: ask } = await import('#projections/time-travel/worker.ts')
  const frames: number[] = []
  for (let n = 0; n < THREAD_SEEKS; n++) {
    const when = { position: 1 + Math.floor(Math.random() * head) }
    const call = { principal: { userId: 'x', role: 'dispatcher' }, params: {}, query: {} }
    const before = process.threadCpuUsage()
    await ask({
      file,
      does: 'reads',
      upTo: 0,
      reads: DASHBOARD_ENDPOINTS.map((name) => ({ name, call, when, now: Date.now() })),
    })
    const { user, system } = process.threadCpuUsage(before)
    frames.push((user + system) / 1_000)
  }
  return frames
}

export default async function bench() {
  return withTempFolder(async (folder) => {
    const events = await fillLogWithYears(folder, EVENTS)
    logProgress(`${events} events`)
    const { kernel, close } = await openInProcessKernel(folder)
    const residents = await registerAccounts(kernel, 'resident', PER_SECOND * ROUND_S * (2 * ROUNDS + 1))
    const auditors = await registerAccounts(kernel, 'auditor', 2)
    const [dispatcher] = await registerAccounts(kernel, 'dispatcher', 1)
    await close()
    const disk = measureDiskSync(folder)
    const server = await spawnServer(folder, { SEED: 'none' }).ready
    const { url } = server
    const [first = '', second = ''] = auditors.map(({ token }) => token)
    await waitUntilQuiescent(url)
    const before = readProcessUsage(server.child.pid).mb
    const keptAfter = await untilIndexed(url, first)
    logProgress('kept')
    const head = await positionOf(url)
    const afterKeeping = readProcessUsage(server.child.pid).mb

    const alone = await startAuditorProcess({ url, tokens: [first], head, perSecond: FRAMES_PER_SECOND })
    await pause(SOLO_DURATION_MS)
    const seeks = await alone.stop()
    logProgress('scrubbed alone')

    const sender = startCommandSender()
    const calls = reportCallsOf(residents)
    const rooms = ['active-reports', 'zones'] as const
    const opened = await openBoardProcess({ url, token: dispatcher?.token ?? '', rooms, boards: BOARDS })
    const send = () =>
      sender.send({ url, concurrent: 1, perSecond: PER_SECOND, calls: calls.splice(0, PER_SECOND * ROUND_S) })
    await send()
    const quiet: SendResult[] = []
    const scrubbed: SendResult[] = []
    const frames: number[] = []
    for (let turn = 0; turn < ROUNDS; turn++) {
      quiet.push(await send())
      const two = await startAuditorProcess({ url, tokens: [first, second], head, perSecond: FRAMES_PER_SECOND })
      scrubbed.push(await send())
      frames.push(...(await two.stop()).frames)
    }
    await pause(1_500)
    sender.close()
    const arrived = await opened.close()
    const afterwards = readProcessUsage(server.child.pid).mb
    await server.stop()

    const boardsOf = (turns: readonly SendResult[], share: number) => summarizeTurns(turns, arrived, BOARDS, share)
    const [without, beside] = [boardsOf(quiet, 0.99), boardsOf(scrubbed, 0.99)]
    const own = await framesOfThread(path.join(folder, 'past.db'), head)
    const sizeOf = (file: string) => round(statSync(path.join(folder, file)).size / 1e6, 0)
    return {
      events,
      kept_after_s: round(keptAfter, 0),
      log_mb: sizeOf('log.db'),
      past_mb: sizeOf('past.db'),
      frames: seeks.frames.length,
      refused: seeks.refused,
      frame_p50_ms: percentile(seeks.frames, 0.5),
      frame_p99_ms: percentile(seeks.frames, 0.99),
      frame_of_thread_p50_ms: percentile(own, 0.5),
      frame_of_thread_p99_ms: percentile(own, 0.99),
      two_auditors_frames_per_s: round(frames.length / (ROUNDS * ROUND_S), 1),
      two_auditors_frame_p50_ms: percentile(frames, 0.5),
      two_auditors_frame_p99_ms: percentile(frames, 0.99),
      boards_without_p50_ms: boardsOf(quiet, 0.5).median,
      boards_without_p99_ms: without.median,
      boards_without_worst_p99_ms: without.worst,
      boards_beside_p50_ms: boardsOf(scrubbed, 0.5).median,
      boards_beside_p99_ms: beside.median,
      boards_beside_worst_p99_ms: beside.worst,
      times: round(beside.median / without.median),
      memory_before_mb: before,
      memory_after_keeping_mb: afterKeeping,
      memory_mb: afterwards,
      ...disk,
    }
  })
}
