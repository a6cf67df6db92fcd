/** Feeds the log to the time-travel thread while auditors use it. */
import { type EventStore, START } from '#platform/event-store/event-store.ts'
import { hasMark } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import type { Reach } from '#platform/past/past-file.ts'
import { PoolClosed } from '#platform/pool/pool.ts'
import { createWaiting } from '#platform/read-store/waiting.ts'
import type { Asks } from './asked.ts'

/** Events per batch; between batches the thread answers requests. */
const AT_ONCE = 200
/** Polling interval of the log. */
const LOOK_MS = 500
const IDLE_MS = 10 * 60_000

interface Parts {
  store: Pick<EventStore, 'readStored' | 'readStoredFrom' | 'head'>
  file: string
  ask<D extends 'open' | 'remake' | 'take'>(does: D, asked: Asks[D]['asked']): Promise<Reach>
  clock: () => Date
  log: Pick<Log, 'error' | 'info'>
}

/** Starts with the first call of `reached`. */
export function followLog({ store, file, ask, clock, log }: Parts) {
  const waiting = createWaiting()
  let closed = false
  let lastAsked = 0
  let known: Reach = { after: START, upTo: START, lastAt: Number.NEGATIVE_INFINITY, knownBy: undefined }
  let following: Promise<void> | undefined
  /** Ends the current wait early. */
  let look = () => {}

  /**
   * Recreates the file if the log lacks its last event.
   * The log was then rolled back, restored or replaced.
   */
  async function checkLog(): Promise<void> {
    if (!known.knownBy || (await hasMark(store, known.knownBy))) return
    log.info('past.db is of another log; it is made again')
    known = await ask('remake', {})
  }

  /** Waits for the next poll. */
  async function rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    look = resolve
    const timer = setTimeout(resolve, LOOK_MS).unref()
    await promise
    clearTimeout(timer)
  }

  async function follow(): Promise<void> {
    known = await ask('open', {})
    while (!closed && clock().getTime() - lastAsked < IDLE_MS) {
      await checkLog()
      const { after } = known
      const events = await store.readStored(after, AT_ONCE)
      if (events.length > 0) known = await ask('take', { after, events })
      waiting.tell(new Map([[file, { position: known.upTo }]]))
      if (events.length < AT_ONCE) await rest()
    }
  }

  /** Starts following on demand, and again after a failure. */
  function begin(): void {
    lastAsked = clock().getTime()
    following ??= follow()
      .catch((error) => {
        if (!(error instanceof PoolClosed)) log.error({ err: error }, 'the past could not be followed')
      })
      .finally(() => {
        following = undefined
      })
  }

  return {
    isOpened: () => lastAsked > 0,
    reach: () => known,
    /** Returns whether the file reaches the position within the time. */
    async reached(position: number, withinMs: number): Promise<boolean> {
      begin()
      if (known.upTo >= position) return true
      look()
      return (await waiting.wait(file, position, withinMs)) !== undefined
    },
    end(): void {
      closed = true
      look()
    },
    ended: async () => following,
  }
}
