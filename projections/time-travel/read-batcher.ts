/** Combines time-travel reads into batches: a page's nine reads become one request. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Rejection } from '#contract/http/problems.ts'
import type { TimeTravelAnswer } from '#platform/http/time-travel.ts'
import type { FileBehind, ReadRequest, TimeTravelRequests } from './messages.ts'

/**
 * Maximum number of reads in a batch, enough for two pages of auditors.
 * Batches are short, so that other work need not wait long.
 */
const MAX_BATCH = 18

interface PendingRead {
  asked: ReadRequest
  isWanted(): boolean
  resolve(answer: Rejection | TimeTravelAnswer | FileBehind | undefined): void
  reject(reason: unknown): void
}

type SendBatch = (reads: readonly ReadRequest[]) => Promise<TimeTravelRequests['reads']['answered'] | FileBehind>

/**
 * Sends reads in order.
 * A read no longer wanted resolves to undefined.
 */
export function createReadBatcher(ask: SendBatch) {
  let waiting: PendingRead[] = []
  let isSending = false

  async function sendBatch(batch: readonly PendingRead[]): Promise<void> {
    try {
      const answers = await ask(batch.map(({ asked: request }) => request))
      if ('behind' in answers) {
        for (const { resolve } of batch) resolve(answers)
        return
      }
      for (const [n, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') batch[n]?.resolve(answer.value)
        else batch[n]?.reject(answer.reason)
        // Answers one read per turn of the event loop, so that other work can run in between.
        await nextTurn()
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const wanted = waiting.filter((each) => each.isWanted())
      for (const each of waiting) if (!wanted.includes(each)) each.resolve(undefined)
      waiting = wanted.slice(MAX_BATCH)
      if (wanted.length > 0) await sendBatch(wanted.slice(0, MAX_BATCH))
    }
    isSending = false
  }

  return (
    request: ReadRequest,
    isWanted: () => boolean,
  ): Promise<Rejection | TimeTravelAnswer | FileBehind | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ asked: request, isWanted, resolve, reject })
      if (isSending) return
      isSending = true
      // Send the batch after everything that arrives in this event loop turn.
      setImmediate(sendAll)
    })
}
