/** Sends the stored reports of a user, each once, from one tab at a time. */
import { t } from '@lingui/core/macro'
import { type Failure, failureText } from '#web/lib/api/api.ts'
import { forget, OUTBOX, storedReportsOf, updateStoredReport } from './report-store.ts'
import { isOwnedByDialog, isWaiting, retryDelay, type StoredReport, sendOutcomeOf } from './stored-report.ts'

export interface OutboxOptions {
  userId: string
  /**
   * Sends a report and returns the id of the created one.
   * Rejects with a Failure.
   */
  send(report: StoredReport): Promise<string>
  /** Called after every change with all reports that no open dialog sends. */
  show(reports: StoredReport[]): void
  /** Called with a report when this tab has received its answer. */
  answered?(report: StoredReport): unknown
}

export interface Outbox {
  /** Retries now, because the device may be online again. */
  wake(): void
  close(): void
}

/**
 * Runs work while no other tab does, so that two tabs never send at once.
 * Without locks, as on an insecure page, the idempotency key alone prevents duplicates.
 */
function alone(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(OUTBOX, work) : work()
}

export function openOutbox({ userId, send, show, answered }: OutboxOptions): Outbox {
  let closed = false
  let failed = 0
  let running = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Sends a report. Returns whether to try the next one. */
  async function sendOne(report: StoredReport): Promise<boolean> {
    try {
      const sentAs = await send(report)
      if (!closed) await settle(report, { sentAs })
      failed = 0
      return true
    } catch (error) {
      const fate = sendOutcomeOf(error as Failure)
      if (fate === 'refused' && !closed) {
        await settle(report, { refusal: failureText(error, t`Failed to submit report`) })
        return true
      }
      failed += 1
      return false
    }
  }

  async function settle(report: StoredReport, outcome: Pick<StoredReport, 'sentAs' | 'refusal'>) {
    await updateStoredReport(report.key, outcome)
    answered?.({ ...report, ...outcome })
  }

  async function sendWaiting() {
    for (const report of await storedReportsOf(userId)) {
      if (closed) return
      if (isWaiting(report) && !isOwnedByDialog(report, Date.now()) && !(await sendOne(report))) return
    }
  }

  /** Shows the stored reports, and schedules the next attempt if any is waiting. */
  async function refresh() {
    const now = Date.now()
    const reports = await storedReportsOf(userId)
    if (closed) return
    show(reports.filter((report) => !isOwnedByDialog(report, now)))
    clearTimeout(timer)
    const waiting = reports.filter(isWaiting)
    if (waiting.length === 0) return
    const free = Math.min(...waiting.map((report) => (isOwnedByDialog(report, now) ? report.heldUntil - now : 0)))
    timer = setTimeout(() => void run(), Math.max(free, retryDelay(failed)))
  }

  async function run() {
    again = true
    if (running) return
    running = true
    try {
      while (again && !closed) {
        again = false
        await refresh()
        await alone(sendWaiting)
        await refresh()
      }
    } catch (error) {
      console.warn('The reports kept on this device could not be read.', error)
    } finally {
      running = false
    }
  }

  const wake = () => {
    failed = 0
    void run()
  }
  const channel = new BroadcastChannel(OUTBOX)
  channel.addEventListener('message', wake)
  void forgetSent(userId).then(wake, wake)
  return {
    wake,
    close() {
      closed = true
      clearTimeout(timer)
      channel.close()
    },
  }
}

/** Removes reports that an earlier visit has sent. By now they are in the list of reports. */
async function forgetSent(userId: string): Promise<void> {
  for (const { key, sentAs } of await storedReportsOf(userId)) if (sentAs !== undefined) await forget(key)
}
