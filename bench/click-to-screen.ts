/** click-to-screen: POST → synced to disk → row → socket, at 100 open boards under 50 commands a second. */
import { boardsOf, boardsUnderLoad, latencies } from './boards-under-load.ts'
import type { City } from './zones.ts'

const BOARDS = 100
const COMMANDS = 1_000
const PER_SECOND = 50

/** Where several cities are compared: what waits for a processor is then the event, and not a hundred boards. */
const FEW_BOARDS = 20
/** Of each turn. */
const COMPARED = 100

export const city = (zones: number, turns: number): Promise<City> =>
  boardsOf(zones, { boards: FEW_BOARDS, perSecond: PER_SECOND, commands: COMPARED }, turns)

export default async function bench() {
  const load = { boards: BOARDS, commands: COMMANDS, perSecond: PER_SECOND }
  const { toScreen, toAnswer, sent, missing, disk } = await boardsUnderLoad(load)
  return {
    boards: BOARDS,
    commands: sent.commands.length,
    refused: sent.refused,
    rows_missing: missing,
    ...latencies({ toScreen, toAnswer }),
    ...disk,
  }
}
