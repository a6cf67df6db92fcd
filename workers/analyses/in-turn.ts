/** Limits concurrent photo work, to leave one core for other work. */
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/**
 * Runs the work when a slot is free.
 * Each photo occupies a core.
 */
export const inTurn = pLimit(Math.max(1, availableParallelism() - 1))
