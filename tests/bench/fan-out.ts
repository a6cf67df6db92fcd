/**
 * fan-out: rows that reach 1,000 open boards, and their delay.
 * Load: 500 reports at 50 a second to every board: 50,000 rows a second.
 * The rate is the offered one, not the server's maximum.
 * Boards run in another process on this machine.
 * Reproduce: `npm run bench -- fan-out` on an otherwise idle machine.
 */
import { measureBoardsUnderLoad } from './boards-under-load.ts'
import { percentile } from './measure.ts'

const BOARDS = 1_000
const COMMANDS = 500
const PER_SECOND = 50

export default async function bench() {
  const load = { boards: BOARDS, commands: COMMANDS, perSecond: PER_SECOND }
  const { toScreen, sent, missing, seconds, disk } = await measureBoardsUnderLoad(load)
  return {
    sockets: BOARDS,
    commands: sent.commands.length,
    refused: sent.refused,
    rows_delivered: toScreen.length,
    rows_missing: missing,
    rows_per_s: Math.round(toScreen.length / seconds),
    p50_ms: percentile(toScreen, 0.5),
    p99_ms: percentile(toScreen, 0.99),
    ...disk,
  }
}
