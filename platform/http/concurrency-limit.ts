/**
 * Limits concurrent HTTP requests, in total and per sender.
 * A client above the limit must retry later.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { createKeyedMutex, type KeyedMutex } from '../keyed-mutex.ts'

const RETRY_S = 5

interface ConcurrencyLimits {
  all: number
  ofOne: number
}

/**
 * Messages to a sender whose request is refused.
 * `ofOne`: this sender has too many requests; `all`: all senders together do.
 */
interface Refusals {
  ofOne: Message
  all: Message
}

const OF_FILES: Refusals = {
  ofOne: msg`You are already sending several files. Please try again in a few seconds.`,
  all: msg`Too many files at once. Please try again in a few seconds.`,
}

/**
 * Returns a function that admits a sender's request or returns a rejection.
 * For an admitted request, it returns a function to call when the request ends.
 */
export function createConcurrencyLimit(
  most: ConcurrencyLimits,
  texts = OF_FILES,
): (sender: string) => (() => void) | Rejection {
  const taken = new Map<string, number>()
  let all = 0
  return (sender) => {
    const own = taken.get(sender) ?? 0
    if (own >= most.ofOne) return busy(texts.ofOne)
    if (all >= most.all) return busy(texts.all)
    all++
    taken.set(sender, own + 1)
    return () => {
      all--
      const left = (taken.get(sender) ?? 0) - 1
      if (left > 0) taken.set(sender, left)
      else taken.delete(sender)
    }
  }
}

/** Runs `work` within a sender's limit; above it, returns the rejection. */
export async function runWithinLimit<T>(
  enter: ReturnType<typeof createConcurrencyLimit>,
  sender: string,
  work: () => Promise<T>,
): Promise<T | Rejection> {
  const leave = enter(sender)
  if (typeof leave === 'object') return leave
  try {
    return await work()
  } finally {
    leave()
  }
}

interface SenderLine {
  running: number
  waiting: (() => void)[]
}

/**
 * Time in ms after which a work no longer counts.
 * Otherwise a store that does not answer would stop the sender.
 */
const MAX_COUNTED_MS = 1_000

/**
 * Turns of the event loop between two works, for each place.
 * A listening socket accepts one connection in a turn.
 * With fewer turns, new connections of others would wait behind the works.
 */
const TURNS_BETWEEN = 2

function afterTurns(turns: number, run: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, run) : run()))
}

/**
 * Returns a function that runs at most `most` works of a sender at once.
 * A work counts until it is done, and its `ended` too.
 * Further ones wait.
 * Between two of them, requests of others run.
 */
export function createSenderTurns(
  most: number,
  maxCountedMs = MAX_COUNTED_MS,
): <T>(sender: string, work: () => Promise<T>, ended?: Promise<unknown>) => Promise<T> {
  const lines = new Map<string, SenderLine>()

  async function enter(sender: string): Promise<() => void> {
    const line = lines.get(sender) ?? { running: 0, waiting: [] }
    lines.set(sender, line)
    // Who leaves hands over the place.
    if (line.running >= most) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else line.running++
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = line.waiting.shift()
      if (next) afterTurns(TURNS_BETWEEN * most, next)
      else if (--line.running === 0) lines.delete(sender)
    }
  }

  return async (sender, work, ended) => {
    const leave = await enter(sender)
    const late = setTimeout(leave, maxCountedMs).unref()
    const end = () => {
      clearTimeout(late)
      leave()
    }
    try {
      return await work()
    } finally {
      if (ended) void ended.then(end)
      else end()
    }
  }
}

/** Longest pause after work that blocked the thread, in ms. */
const MAX_REST_MS = 2_000

/**
 * Returns a function that runs one blocking work at a time.
 * Each sender has one work in the queue.
 * After each work, other requests run for the same time.
 */
export function createRestingTurns(
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
): KeyedMutex {
  const ofSender = createKeyedMutex(Infinity)
  let last: Promise<unknown> = Promise.resolve()
  return (sender, work) =>
    ofSender(sender, () => {
      let began = 0
      const done = last.then(() => {
        began = performance.now()
        return work()
      })
      last = done.catch(() => undefined).then(() => pause(Math.min(MAX_REST_MS, performance.now() - began)))
      return done
    })
}

const busy = (text: Message): Rejection => ({ ...reject('too-many', text), retryAfter: RETRY_S })
