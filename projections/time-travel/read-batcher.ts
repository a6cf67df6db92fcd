/** Batches time-travel reads, so a page's nine reads become one request. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Rejection } from '#contract/http/problems.ts'
import type { PastAnswer } from '#platform/http/time-travel.ts'
import type { Messages, ReadRequest } from './messages.ts'

/** Batch limit: two auditors' pages, short enough for other waiting work. */
const MAX_BATCH = 18

interface PendingRead {
  asked: ReadRequest
  isWanted(): boolean
  resolve(answer: Rejection | PastAnswer | undefined): void
  reject(reason: unknown): void
}

type SendBatch = (reads: readonly ReadRequest[]) => Promise<Messages['reads']['answered']>

/** Sends reads in order. Reads no longer wanted resolve to undefined. */
export function createReadBatcher(ask: SendBatch) {
  let waiting: PendingRead[] = []
  let isSending = false

  async function sendBatch(batch: readonly PendingRead[]): Promise<void> {
    try {
      const answers = await ask(batch.map(({ asked: request }) => request))
      for (const [n, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') batch[n]?.resolve(answer.value)
        else batch[n]?.reject(answer.reason)
        // One answer per turn lets other work run in between.
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

  return (request: ReadRequest, isWanted: () => boolean): Promise<Rejection | PastAnswer | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ asked: request, isWanted, resolve, reject })
      if (isSending) return
      isSending = true
      // Runs after everything that arrived in this turn.
      setImmediate(sendAll)
    })
}
