/**
 * click-to-screen: time from a report's POST to its row on each of 100 boards.
 * Load: 1,000 reports at 50 a second, after one second of the same load.
 * Boards join the room of active reports from another process on this machine.
 * The server syncs each event to disk before it answers.
 * Figures: p50, p99 and maximum over all boards and reports.
 * Also the times of the POST's answer and of a disk sync.
 * `--zones 2,60,1000` compares cities of those sizes with 20 boards.
 * Reproduce: `npm run bench -- click-to-screen` on an otherwise idle machine.
 */
import { measureBoardsUnderLoad, openBoardsCity } from './boards-under-load.ts'
import { percentile } from './measure.ts'
import type { BenchCity } from './zones.ts'

const BOARDS = 100
const COMMANDS = 1_000
const PER_SECOND = 50

/**
 * Number of open boards when cities of different sizes are compared.
 * A few suffice to measure what an event costs the server.
 */
const FEW_BOARDS = 20
/** Number of reports sent per measurement, when cities of different sizes are compared. */
const COMPARED = 100

export const openBenchCity = (zones: number, turns: number): Promise<BenchCity> =>
  openBoardsCity(zones, { boards: FEW_BOARDS, perSecond: PER_SECOND, commands: COMPARED }, turns)

export default async function bench() {
  const load = { boards: BOARDS, commands: COMMANDS, perSecond: PER_SECOND }
  const { toScreen, toAnswer, sent, missing, disk } = await measureBoardsUnderLoad(load)
  return {
    boards: BOARDS,
    commands: sent.commands.length,
    refused: sent.refused,
    rows_missing: missing,
    p50_ms: percentile(toScreen, 0.5),
    p99_ms: percentile(toScreen, 0.99),
    max_ms: percentile(toScreen, 1),
    answer_p50_ms: percentile(toAnswer, 0.5),
    answer_p99_ms: percentile(toAnswer, 0.99),
    ...disk,
  }
}
