/** Limits how many photos are analysed at once, so that one core stays free for the views. */
import pLimit from 'p-limit'
import { THREAD_LIMIT } from '#platform/worker-threads/side-by-side.ts'

/** Runs an analysis when its turn comes. Each analysis uses a whole core. */
export const photoLimiter = pLimit(THREAD_LIMIT)
