/** The past, as the process that answers has it: a thread that keeps it, fed with the log once somebody asks. */
import path from 'node:path'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isRejection, type Rejection, reject } from '#contract/problems.ts'
import { type EventStore, type Position, START } from '#platform/event-store/event-store.ts'
import type { Replay } from '#platform/http/past.ts'
import type { Log } from '#platform/logging.ts'
import type { KnownBy, Reach } from '#platform/past/past-file.ts'
import { openPool, PoolClosed } from '#platform/pool/pool.ts'
import { createWaiting } from '#platform/read-store/waiting.ts'
import type { Role } from '#rules/city.ts'
import type { Ask, Asks, Changed } from './asked.ts'

const PROGRAM = new URL('./program.ts', import.meta.url)
/** Events at a time: what the thread takes in between two questions, and what this thread reads of the log at once. */
const AT_ONCE = 200
/** So long a question waits for events to be taken in. */
const PATIENCE_MS = 2_000
const RETRY_AFTER_S = 2
/** The log is looked at so often while somebody reads the past, and until nobody has for a while. */
const LOOK_MS = 500
const IDLE_MS = 10 * 60_000
/** Questions that wait for the thread; more are refused. */
const MOST_ASKING = 64
const HEAP_MB = 192

/** As whom an auditor reads what is not theirs: as the first of these who may. */
const READS_AS: readonly Role[] = ['auditor', 'dispatcher', 'recycler', 'admin', 'resident']

export interface Past extends Pick<Replay, 'read'> {
  /** The rows that the event at a position changed. */
  changes(position: Position): Promise<Changed[] | Rejection>
  /** Of each of `buckets` equal parts of a time (epoch ms) the events in it; of all time where none is given. */
  density(asked: { from?: number; to?: number; buckets: number }): Promise<Density | Rejection>
  close(): Promise<void>
}

export interface Density {
  from: number
  to: number
  counts: number[]
  extent?: { from: number; to: number; first: Position; last: Position }
}

export interface PastParts {
  store: Pick<EventStore, 'readStored' | 'head'>
  dataDir: string
  clock: () => Date
  log: Pick<Log, 'error' | 'info'>
  patienceMs?: number
}

const behind = (upTo: Position, head: Position): Rejection => ({
  ...reject(
    'unavailable',
    `The history is being read: ${Math.max(0, upTo)} of ${head} so far. Please try again in a moment.`,
  ),
  retryAfter: RETRY_AFTER_S,
})
const tooMany = (): Rejection => ({
  ...reject('unavailable', 'Too many moments are asked for at once. Please try again in a moment.'),
  retryAfter: 1,
})
const future = (head: Position): Rejection => {
  const said = `This is in the future: the newest position is ${Math.max(0, head)}.`
  return reject('bad-request', said, { at: said })
}

export function createPast({ store, dataDir, clock, log, patienceMs = PATIENCE_MS }: PastParts): Past {
  const file = path.join(dataDir, 'past.db')
  // Alone in it: what auditors ask waits for what auditors asked, and for nothing else.
  const pool = openPool({ threads: 1, heapMb: HEAP_MB })
  const waiting = createWaiting()
  let asking = 0
  let closed = false
  let lastAsked = 0
  let reach: Reach = { after: START, upTo: START, lastAt: Number.NEGATIVE_INFINITY, knownBy: undefined }
  let following: Promise<void> | undefined
  /** Lets the log be looked at before its time. */
  let look = () => {}

  async function ask<D extends keyof Asks>(does: D, asked: Asks[D]['asked']): Promise<Asks[D]['answered']> {
    return pool.run<Ask, Asks[D]['answered']>(PROGRAM, { file, does, ...asked } as Ask)
  }

  /** Whether the log still has what the file was made of: another one may have been put in its place. */
  async function isOfThisLog({ before, last, id }: KnownBy): Promise<boolean> {
    if ((await store.head()) < last) return false
    const [event] = await store.readStored(before, 1)
    return event?.position === last && event.id === id
  }

  async function open(): Promise<void> {
    reach = await ask('open', {})
    if (!reach.knownBy || (await isOfThisLog(reach.knownBy))) return
    log.info('the past that was kept is of another log; it is made anew')
    reach = await ask('remake', {})
  }

  /** Until the log is looked at again. */
  async function rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    look = resolve
    const timer = setTimeout(resolve, LOOK_MS).unref()
    await promise
    clearTimeout(timer)
  }

  async function follow(): Promise<void> {
    await open()
    while (!closed && clock().getTime() - lastAsked < IDLE_MS) {
      const { after } = reach
      const events = await store.readStored(after, AT_ONCE)
      if (events.length > 0) reach = await ask('take', { after, events })
      waiting.tell(new Map([[file, reach.upTo]]))
      if (events.length < AT_ONCE) await rest()
    }
  }

  /** Begins to follow the log when somebody asks, and again where it failed. */
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

  /** Undefined as soon as the past is known up to there; a refusal where that does not come about in time. */
  async function reached(position: Position, head: Position): Promise<Rejection | undefined> {
    begin()
    if (reach.upTo >= position) return undefined
    look()
    return (await waiting.wait(file, position, patienceMs)) ? undefined : behind(reach.upTo, head)
  }

  /** One question of somebody's, when the past has come so far. */
  async function answer<D extends keyof Asks>(
    needed: Position,
    head: Position,
    does: D,
    asked: Asks[D]['asked'],
  ): Promise<Asks[D]['answered'] | Rejection> {
    if (asking >= MOST_ASKING) return tooMany()
    asking += 1
    try {
      return (await reached(needed, head)) ?? (await ask(does, asked))
    } finally {
      asking -= 1
    }
  }

  return {
    async read(name, call, when) {
      const now = clock().getTime()
      const head = await store.head()
      if ('position' in when ? when.position > Math.max(0, head) : when.time > now) return future(head)
      const needed = 'position' in when ? Math.min(when.position, head) : when.time < reach.lastAt ? START : head
      return answer(needed, head, 'read', { name, call: readingAs(name, call), when, now })
    },
    async changes(position) {
      const head = await store.head()
      if (position > head) return future(head)
      return answer(position, head, 'changes', { position })
    },
    async density({ from, to, buckets }) {
      const head = await store.head()
      const extent = await answer(head, head, 'extent', {})
      if (extent && isRejection(extent)) return extent
      const period = periodOf({ from, to }, extent)
      const counts = await answer(head, head, 'density', { ...period, buckets })
      return isRejection(counts) ? counts : { ...period, counts, ...(extent && { extent }) }
    },
    async close() {
      closed = true
      look()
      await pool.close()
      await following
    },
  }
}

/** An end that is not given is that of the log, and never on the wrong side of the other one. */
function periodOf({ from, to }: { from?: number; to?: number }, extent: Density['extent']) {
  const begins = from ?? Math.min(extent?.from ?? 0, (to ?? Number.POSITIVE_INFINITY) - 1)
  return { from: begins, to: to ?? Math.max(extent?.to ?? 0, begins) + 1 }
}

/** What an auditor is let in to read is answered as to somebody whom it is meant for. */
function readingAs(name: EndpointName, call: object): object {
  const { roles }: Endpoint = endpoints[name]
  if (roles === 'any' || roles === 'public') return call
  const { principal } = call as { principal: object }
  return { ...call, principal: { ...principal, role: READS_AS.find((role) => roles.includes(role)) } }
}
