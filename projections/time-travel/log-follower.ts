/** While auditors use time travel, sends new events to the thread that updates its file. */
import { type EventStore, LOG_START } from '#platform/event-store/event-store.ts'
import { isMarkInLog } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import { createCheckpointWaiters } from '#platform/read-store/checkpoint-waiters.ts'
import type { TimeTravelProgress } from '#platform/time-travel/time-travel-file.ts'
import { WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import type { TimeTravelRequests } from './messages.ts'

/**
 * Events per batch.
 * Between batches the thread answers requests.
 */
const BATCH_SIZE = 200
const POLL_INTERVAL_MS = 500
const IDLE_TIMEOUT_MS = 10 * 60_000

interface FollowerOptions {
  store: Pick<EventStore, 'readStored' | 'readStoredFrom' | 'head'>
  file: string
  ask<D extends 'open' | 'remake' | 'take'>(does: D, asked: TimeTravelRequests[D]['asked']): Promise<TimeTravelProgress>
  clock: () => Date
  log: Pick<Log, 'error' | 'info'>
}

/**
 * Creates an object that follows the log and updates the time-travel file.
 * Following starts with the first call of `reached`.
 */
export function createLogFollower({ store, file, ask, clock, log }: FollowerOptions) {
  const waiting = createCheckpointWaiters()
  let closed = false
  let lastRequestAt = 0
  let fileState: TimeTravelProgress = {
    after: LOG_START,
    upTo: LOG_START,
    lastAt: Number.NEGATIVE_INFINITY,
    knownBy: undefined,
  }
  let following: Promise<void> | undefined
  let pollNow = () => {}

  /**
   * Recreates the file if the log lacks its last event.
   * The log was then rolled back, restored or replaced.
   */
  async function checkLog(): Promise<void> {
    if (!fileState.knownBy || (await isMarkInLog(store, fileState.knownBy))) return
    log.info('past.db belongs to another log; rebuilding it')
    fileState = await ask('remake', {})
  }

  /** Waits until the next check of the log. */
  async function waitForPoll(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    pollNow = resolve
    const timer = setTimeout(resolve, POLL_INTERVAL_MS).unref()
    await promise
    clearTimeout(timer)
  }

  async function follow(): Promise<void> {
    fileState = await ask('open', {})
    while (!closed && clock().getTime() - lastRequestAt < IDLE_TIMEOUT_MS) {
      await checkLog()
      const { after } = fileState
      const events = await store.readStored(after, BATCH_SIZE)
      if (events.length > 0) fileState = await ask('take', { after, events })
      waiting.tell(new Map([[file, { position: fileState.upTo }]]))
      if (events.length === 0) await waitForPoll()
    }
  }

  /**
   * Starts to follow the log, unless it is already followed.
   * After a failure, the next call starts again.
   */
  function start(): void {
    lastRequestAt = clock().getTime()
    following ??= follow()
      .catch((error) => {
        if (!(error instanceof WorkerThreadPoolClosed)) log.error({ err: error }, 'past.db could not follow the log')
      })
      .finally(() => {
        following = undefined
      })
  }

  return {
    isOpened: () => lastRequestAt > 0,
    /** Continues from an earlier position, because the time-travel file has lost events. */
    lookAgain(progress: TimeTravelProgress): void {
      fileState = progress
      pollNow()
    },
    reach: () => fileState,
    /**
     * Waits until the file has reached the position.
     * Returns false after the time limit.
     */
    async reached(position: number, withinMs: number): Promise<boolean> {
      start()
      if (fileState.upTo >= position) return true
      pollNow()
      return (await waiting.wait(file, position, withinMs)) !== undefined
    },
    end(): void {
      closed = true
      pollNow()
    },
    ended: async () => following,
  }
}
