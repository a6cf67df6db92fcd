/** Photos that are looked at at once: one core is left to the boards, however many photos wait. */
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/** Runs it when its turn has come. Each photo keeps a core busy for as long as it takes. */
export const inTurn = pLimit(Math.max(1, availableParallelism() - 1))
