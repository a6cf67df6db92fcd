/**
 * Sends the entries that this device stores for one user.
 * Sends each entry once, and from one browser tab at a time.
 */
import type { RequestFailure } from '#web/lib/api/api.ts'
import type { EntryStore } from './shelf.ts'
import { isEntryWaiting, isSendDelayed, outboxRetryDelayMs, type StoredEntry, sendOutcomeOf } from './stored.ts'

/** Result of sending an entry: sent, failed, or sent in part. */
export type SendResult = { sentAs: string } | { failure: RequestFailure } | 'in part'

export interface OutboxOptions<T extends StoredEntry> {
  userId: string
  shelf: EntryStore<T>
  /**
   * Selects the waiting entries that are sent in the next request.
   * By default, the first entry is sent alone.
   */
  next?(entries: readonly T[], now: number): readonly T[]
  /**
   * Sends entries in one request and returns a result for each entry.
   * Rejects with a Failure if the request failed as a whole.
   */
  send(entries: readonly T[]): Promise<readonly SendResult[]>
  /** Called with all stored entries of the outbox after every change. */
  show(entries: readonly T[]): void
  /** Called with an entry once this browser tab has received the server's response to it. */
  answered?(entry: T): unknown
  /**
   * True if the caller itself removes entries that were sent.
   * Otherwise the outbox removes them the next time it is opened.
   */
  keepsSent?: boolean
}

export interface Outbox {
  /** Tries again now, because the device may be online again. */
  wake(): void
  close(): void
}

/**
 * Returns a `send` option for an outbox that sends entries one at a time.
 * `send` sends one entry and returns the id of the object that the server created.
 * It rejects on failure.
 */
export const sendOneByOne =
  <T extends StoredEntry>(send: (entry: T) => Promise<string>): OutboxOptions<T>['send'] =>
  ([entry]) =>
    entry ? send(entry).then((sentAs) => [{ sentAs }]) : Promise.resolve([])

const firstWaiting = <T extends StoredEntry>(entries: readonly T[], now: number): T[] =>
  entries.filter((entry) => isEntryWaiting(entry) && !isSendDelayed(entry, now)).slice(0, 1)

/**
 * Runs `work` while no other tab of the browser runs it, because two tabs must not send at once.
 * Insecure pages have no browser locks; there only the idempotency key prevents duplicates.
 */
function runExclusively(name: string, work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, work) : work()
}

export function openOutbox<T extends StoredEntry>(options: OutboxOptions<T>): Outbox {
  const { userId, shelf, next = firstWaiting, send, show, answered, keepsSent = false } = options
  let closed = false
  let failed = 0
  let running = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /**
   * Sends entries in one request.
   * Returns whether to send more entries at once.
   */
  async function sendTogether(entries: readonly T[]): Promise<boolean> {
    const results = await send(entries).catch((failure: RequestFailure) => entries.map(() => ({ failure })))
    for (const [n, entry] of entries.entries()) {
      const result = results[n]
      if (result === 'in part') continue
      const outcome = result && outcomeOf(result)
      if (!outcome) {
        failed += 1
        return false
      }
      if (closed) return false
      await shelf.update(entry.key, outcome as Partial<T>)
      answered?.({ ...entry, ...outcome })
    }
    failed = 0
    return true
  }

  async function sendWaiting() {
    while (!closed) {
      const now = Date.now()
      const entries = await shelf.claim(next(await shelf.storedOf(userId), now), now)
      if (closed || entries.length === 0 || !(await sendTogether(entries))) return
    }
  }

  /**
   * Shows the outbox's entries on the screen.
   * If an entry waits for sending, schedules the next attempt.
   */
  async function refresh() {
    const entries = await shelf.storedOf(userId)
    if (closed) return
    show(entries)
    clearTimeout(timer)
    const now = Date.now()
    const holds = entries
      .filter((entry) => isEntryWaiting(entry) && isSendDelayed(entry, now))
      .map((entry) => entry.heldUntil - now)
    const isReady = next(entries, now).length > 0
    if (isReady || holds.length > 0)
      timer = setTimeout(() => void run(), isReady ? outboxRetryDelayMs(failed) : Math.min(...holds) + 1)
  }

  async function run() {
    again = true
    if (running) return
    running = true
    try {
      while (again && !closed) {
        again = false
        await refresh()
        await runExclusively(shelf.name, sendWaiting)
        await refresh()
      }
    } catch (error) {
      console.warn('The outbox could not be read.', error)
      if (!closed) timer = setTimeout(() => void run(), outboxRetryDelayMs(++failed))
    } finally {
      running = false
    }
  }

  const wake = () => {
    failed = 0
    void run()
  }
  const channel = new BroadcastChannel(shelf.name)
  channel.addEventListener('message', wake)
  if (keepsSent) wake()
  else void forgetSent(userId, shelf).then(wake, wake)
  return {
    wake,
    close() {
      closed = true
      clearTimeout(timer)
      channel.close()
    },
  }
}

/**
 * Returns the fields to store after an attempt to send an outbox entry.
 * Returns undefined if the entry must be sent again.
 */
function outcomeOf(result: Exclude<SendResult, 'in part'>): Pick<StoredEntry, 'sentAs' | 'refusal'> | undefined {
  if ('sentAs' in result) return result
  return sendOutcomeOf(result.failure) === 'refused' ? { refusal: result.failure.message } : undefined
}

/**
 * Removes entries that were sent during an earlier visit.
 * The server's rows now include them.
 */
async function forgetSent<T extends StoredEntry>(userId: string, shelf: EntryStore<T>): Promise<void> {
  for (const { key, sentAs } of await shelf.storedOf(userId)) if (sentAs !== undefined) await shelf.forget(key)
}
