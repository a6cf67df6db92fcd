/** click-to-screen: POST → synced to disk → row → socket, at 100 open boards under 50 commands a second. */
import { boardsUnderLoad } from './boards-under-load.ts'
import { percentile } from './measure.ts'

const BOARDS = 100
const COMMANDS = 1_000
const PER_SECOND = 50

export default async function bench() {
  const load = { boards: BOARDS, commands: COMMANDS, perSecond: PER_SECOND }
  const { toScreen, toAnswer, sent, missing, disk } = await boardsUnderLoad(load)
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
