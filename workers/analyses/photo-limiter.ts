/** Limits how many photos are analysed at once, so that one core stays free for the views. */
import pLimit from 'p-limit'
import { SIDE_BY_SIDE } from '#platform/worker-threads/side-by-side.ts'

/** Runs an analysis when its turn comes. Each one uses a whole core. */
export const photoLimiter = pLimit(SIDE_BY_SIDE)
