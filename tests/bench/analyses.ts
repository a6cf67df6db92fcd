/**
 * analyses: time from a report until 20 boards show it, with and without analyses.
 * Load: 25 reports a second in turns of 6 s.
 * 7 turns with analyses alternate with 7 turns without.
 * Four photos of 1600 × 1200 are in analysis at a time, each sent once.
 * Figures: median and worst p99 of the turns, and their ratio.
 * Also the time to analyse a photo alone, and with three others.
 * Reproduce: `npm run bench -- analyses` on an otherwise idle machine.
 */
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { drawLitterPicture } from '#tests/fixtures/picture-files.ts'
import { summarizeTurns } from './boards-under-load.ts'
import { openInProcessKernel, registerAccounts, reportCallsOf } from './fixtures.ts'
import { timePhotoAnalysis } from './load/analyse.ts'
import type { BoardArrivals } from './load/boards.ts'
import type { SendResult } from './load/commands.ts'
import { openBoardProcess, startCommandSender, startPhotoSender } from './load/start.ts'
import { logProgress, percentile, round, withTempFolder } from './measure.ts'
import { spawnServer } from './server.ts'

const BOARDS = 20
const PER_SECOND = 25
const SECONDS = 6
const COUNT = PER_SECOND * SECONDS
/**
 * Number of measured turns.
 * Each turn measures once without and once with analyses.
 * Other work on the machine thus affects both measurements alike.
 */
const ROUNDS = 7
const AT_ONCE = 4
/**
 * Number of new photos sent in each measured turn.
 * Even a fast machine does not finish all of them within a turn.
 */
const PHOTOS = 20
/** Number of photos that are analysed one at a time at the start of the measurement. */
const BEFORE = 9
/** Pause in ms for the server's start-up work, before measuring. */
const SETTLE_MS = 15_000

/**
 * Cuts photos from one picture, each one pixel further right.
 * Returns their file paths.
 */
async function photosIn(folder: string, count: number): Promise<string[]> {
  const { data, info } = await sharp(await drawLitterPicture(1_600 + count, 1_200))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: string[] = []
  while (files.length < count) {
    const file = path.join(folder, `photo-${files.length}.jpg`)
    await sharp(data, { raw }).extract({ left: files.length, top: 0, width: 1_600, height: 1_200 }).jpeg().toFile(file)
    files.push(file)
  }
  return files
}

export default () =>
  withTempFolder(async (folder) => {
    const { kernel, close } = await openInProcessKernel(folder)
    const residents = await registerAccounts(kernel, 'resident', COUNT * ROUNDS * 2 + PER_SECOND)
    const [dispatcher] = await registerAccounts(kernel, 'dispatcher', 1)
    await close()
    const token = dispatcher?.token ?? ''
    logProgress('making photos')
    const photos = await photosIn(folder, BEFORE + ROUNDS * PHOTOS)
    const server = await spawnServer(folder).ready
    const opened = await openBoardProcess({ url: server.url, token, rooms: ['active-reports'], boards: BOARDS })
    const sender = startCommandSender()
    const calls = reportCallsOf(residents)
    const asked = { url: server.url, concurrent: 1, perSecond: PER_SECOND }
    await pause(SETTLE_MS)
    const own = { url: server.url, token }
    const alone: number[] = []
    for (const photo of photos.splice(0, BEFORE)) alone.push(await timePhotoAnalysis(own, photo))
    const first = alone.shift() ?? Number.NaN
    await sender.send({ ...asked, calls: calls.splice(0, PER_SECOND) })
    const sent = { quiet: [] as SendResult[], busy: [] as SendResult[] }
    const times: number[] = []
    for (let turn = 0; turn < ROUNDS; turn++) {
      logProgress(`turn ${turn + 1} of ${ROUNDS}`)
      sent.quiet.push(await sender.send({ ...asked, calls: calls.splice(0, COUNT) }))
      const looking = startPhotoSender({ ...own, files: photos.splice(0, PHOTOS), atOnce: AT_ONCE })
      await pause(1_000)
      sent.busy.push(await sender.send({ ...asked, calls: calls.splice(0, COUNT) }))
      times.push(...(await looking.stop()).times)
    }
    await pause(1_500)
    sender.close()
    const arrived: BoardArrivals['rows'] = await opened.close()
    await server.stop()
    const boardsOf = (turns: readonly SendResult[], share: number) => summarizeTurns(turns, arrived, BOARDS, share)
    const [quiet, busy] = [boardsOf(sent.quiet, 0.99), boardsOf(sent.busy, 0.99)]
    return {
      boards: BOARDS,
      analyses: times.length,
      quiet_p50_ms: boardsOf(sent.quiet, 0.5).median,
      quiet_p99_ms: quiet.median,
      quiet_worst_p99_ms: quiet.worst,
      analysing_p50_ms: boardsOf(sent.busy, 0.5).median,
      analysing_p99_ms: busy.median,
      analysing_worst_p99_ms: busy.worst,
      times_as_late: round(busy.median / quiet.median),
      first_analysis_ms: round(first),
      alone_p50_ms: percentile(alone, 0.5),
      four_at_once_p50_ms: percentile(times, 0.5),
      four_at_once_p99_ms: percentile(times, 0.99),
    }
  })
