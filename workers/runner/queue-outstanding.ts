/**
 * Keeps what is outstanding in the queue: each job is added once it is about to be due, and all of them again every so often. The log
 * may have been put back while the queue remembers what was done of it: a job that stays outstanding is done again, once.
 */
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import type { Outstanding } from './policy.ts'

/** What is due later than so many ms from now waits here: a queue that has nothing to do yet need not be there. It is to be offered oftener than that. */
const AHEAD_MS = 60_000
/** So often is a job offered before one that the queue knows as done is done again: the log tells of what came of it long before. */
const OFFERS_BEFORE_AGAIN = 2
/** A Redis that comes back empty says nothing; whatever it still knows is not added twice. */
const AGAIN_MS = 15_000

interface Options {
  jobs: Jobs
  log: Log
  clock: () => Date
  againMs?: number
}

export type Queue = ReturnType<typeof queueOutstanding>

export function queueOutstanding({ jobs, log, clock, againMs = AGAIN_MS }: Options) {
  let queued = new Map<string, Outstanding>()
  /** How often each of these was offered. */
  const offers = new Map<string, number>()

  async function add({ id, job: name, data, notBefore }: Outstanding): Promise<void> {
    const delayMs = notBefore ? Math.max(0, Date.parse(notBefore) - clock().getTime()) : undefined
    // It is offered again, and taken then.
    if (delayMs && delayMs > AHEAD_MS) return
    const again = offers.get(id) === OFFERS_BEFORE_AGAIN
    await jobs.add({ id, name, data }, { delayMs, ...(again && { again }) })
    offers.set(id, (offers.get(id) ?? 0) + 1)
  }

  let offering = false
  async function offerAll(): Promise<void> {
    if (offering) return
    offering = true
    try {
      await Promise.all([...queued.values()].map(add))
    } catch (error) {
      log.error({ err: error }, 'the queue did not take what is outstanding; it is offered again')
    } finally {
      offering = false
    }
  }
  const timer = setInterval(offerAll, againMs)

  return {
    /** Whether the job is known. */
    isQueued: (id: string) => queued.has(id),
    /** Adds what is new among all that is outstanding and soon due; settles once the queue has it. */
    async take(outstanding: readonly Outstanding[]): Promise<void> {
      await Promise.all(outstanding.filter(({ id }) => !queued.has(id)).map(add))
      // What has happened is not asked for again: remembering it would only grow.
      queued = new Map(outstanding.map((job) => [job.id, job]))
      for (const id of offers.keys()) if (!queued.has(id)) offers.delete(id)
    },
    stop: () => clearInterval(timer),
  }
}
