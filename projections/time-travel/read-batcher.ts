/** Collects time-travel reads, so that the nine reads of a page become one request to the thread. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Rejection } from '#contract/http/problems.ts'
import type { TimeTravelAnswer } from '#platform/http/time-travel.ts'
import type { FileBehind, ReadRequest, TimeTravelRequests } from './messages.ts'

/**
 * Limit of reads per batch: as many as the pages of two auditors need.
 * A batch is thus so short that other waiting work goes on.
 */
const MAX_BATCH = 18

interface PendingRead {
  asked: ReadRequest
  isWanted(): boolean
  resolve(answer: Rejection | TimeTravelAnswer | FileBehind | undefined): void
  reject(reason: unknown): void
}

type SendBatch = (reads: readonly ReadRequest[]) => Promise<TimeTravelRequests['reads']['answered'] | FileBehind>

/** Sends reads in order. A read that its caller no longer wants resolves to undefined. */
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
        // Resolve only one answer per turn of the event loop, so that other work runs in between.
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
      // Send the batch after everything that arrives in this turn of the event loop.
      setImmediate(sendAll)
    })
}
