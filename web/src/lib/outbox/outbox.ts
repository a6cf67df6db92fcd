/** Sends one user's stored entries, each once and from one tab at a time. */
import type { RequestFailure } from '#web/lib/api/api.ts'
import type { EntryStore } from './shelf.ts'
import { isEntryWaiting, isSendDelayed, outboxRetryDelayMs, type StoredEntry, sendOutcomeOf } from './stored.ts'

/** Result of sending an entry: sent, failed, or sent in part. */
export type SendResult = { sentAs: string } | { failure: RequestFailure } | 'in part'

export interface OutboxOptions<T extends StoredEntry> {
  userId: string
  shelf: EntryStore<T>
  /**
   * Returns the entries to send now, out of all entries.
   * By default, only the first waiting entry is sent.
   */
  next?(entries: readonly T[], now: number): readonly T[]
  /**
   * Sends entries in one request and returns each result.
   * Rejects with a Failure if there are none.
   */
  send(entries: readonly T[]): Promise<readonly SendResult[]>
  /** Called with all entries after every change. */
  show(entries: readonly T[]): void
  /** Called with an entry once this tab has received its response. */
  answered?(entry: T): unknown
  /**
   * True if the code that uses the outbox removes sent entries.
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
 * Returns a `send` option that sends one entry at a time.
 * The argument sends an entry and returns the created object's id, or rejects.
 */
export const sendOneByOne =
  <T extends StoredEntry>(send: (entry: T) => Promise<string>): OutboxOptions<T>['send'] =>
  ([entry]) =>
    entry ? send(entry).then((sentAs) => [{ sentAs }]) : Promise.resolve([])

const firstWaiting = <T extends StoredEntry>(entries: readonly T[], now: number): T[] =>
  entries.filter((entry) => isEntryWaiting(entry) && !isSendDelayed(entry, now)).slice(0, 1)

/**
 * Runs work while no other tab does; two tabs must not send at once.
 * Without browser locks (insecure page), only the idempotency key prevents duplicates.
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

  /** Sends entries in one request. Returns whether to send further ones now. */
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

  /** Shows the stored entries, and schedules the next attempt if one waits. */
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
      console.warn('What is kept on this device could not be read.', error)
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

/** Returns the fields to store for a result. Returns undefined if the entry must be sent again. */
function outcomeOf(result: Exclude<SendResult, 'in part'>): Pick<StoredEntry, 'sentAs' | 'refusal'> | undefined {
  if ('sentAs' in result) return result
  return sendOutcomeOf(result.failure) === 'refused' ? { refusal: result.failure.message } : undefined
}

/** Removes entries that an earlier visit sent; the server's rows include them now. */
async function forgetSent<T extends StoredEntry>(userId: string, shelf: EntryStore<T>): Promise<void> {
  for (const { key, sentAs } of await shelf.storedOf(userId)) if (sentAs !== undefined) await shelf.forget(key)
}
