/** fan-out: 1,000 open boards; how many rows a second reach them all, and how late the latest are. */
import { boardsUnderLoad } from './boards-under-load.ts'
import { percentile } from './measure.ts'

const BOARDS = 1_000
const COMMANDS = 500
const PER_SECOND = 50

export default async function bench() {
  const load = { boards: BOARDS, commands: COMMANDS, perSecond: PER_SECOND }
  const { toScreen, sent, missing, seconds, disk } = await boardsUnderLoad(load)
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
