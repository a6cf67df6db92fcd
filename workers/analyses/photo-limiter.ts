/** Photos that are looked at at once: one core is left to the boards, however many photos wait. */
import pLimit from 'p-limit'
import { SIDE_BY_SIDE } from '#platform/worker-threads/side-by-side.ts'

/** Runs it when its turn has come. Each photo keeps a core busy for as long as it takes. */
export const photoLimiter = pLimit(SIDE_BY_SIDE)
