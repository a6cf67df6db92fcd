/**
 * Runs time travel for the main thread.
 * A worker thread receives the log when needed.
 */

import path from 'node:path'
import type { MomentComparison } from '#contract/audit/comparison.ts'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { type Role, STAFF_ROLES } from '#domain/city.ts'
import { type EventStore, LOG_START } from '#platform/event-store/event-store.ts'
import type { PastMoment, TimeTravelReader } from '#platform/http/time-travel.ts'
import { storeFileChecksum } from '#platform/log-file.ts'
import type { Log } from '#platform/logging.ts'
import { openWorkerThreadPool } from '#platform/worker-threads/pool.ts'
import { createLogFollower } from './log-follower.ts'
import type {
  FileBehind,
  FileChangeName,
  FileReadName,
  RowChange,
  TimeTravelRequestMessage,
  TimeTravelRequests,
} from './messages.ts'
import { createReadBatcher } from './read-batcher.ts'

const PROGRAM = new URL('./worker.ts', import.meta.url)
/** Longest time in ms that a request waits until the needed events are applied. */
const REQUEST_TIMEOUT_MS = 2_000
const RETRY_AFTER_S = 2
/**
 * Limit of waiting requests.
 * More requests are refused.
 */
const MAX_PENDING_REQUESTS = 64
const HEAP_MB = 192
/**
 * Maximum number of attempts to read a past state.
 * An attempt is repeated if the log file does not yet have the needed position.
 */
const MAX_ATTEMPTS = 3

const isBehind = <A>(answer: A | FileBehind): answer is FileBehind =>
  typeof answer === 'object' && answer !== null && 'behind' in answer

/**
 * Roles in which an auditor may read an endpoint at a past moment.
 * The first role that the endpoint permits is used.
 */
const SUBSTITUTE_ROLES: readonly Role[] = ['auditor', ...STAFF_ROLES, 'resident']

export interface TimeTravel extends Pick<TimeTravelReader, 'read'> {
  /** Returns the rows that the event at a position changed. */
  changes(position: number): Promise<RowChange[] | Rejection>
  /**
   * Returns the differences of a list between two moments.
   * Either moment may be the earlier one.
   */
  compare(asked: Omit<TimeTravelRequests['compare']['asked'], 'now'>): Promise<MomentComparison | Rejection>
  /**
   * Returns event counts in `buckets` equal parts of a period (epoch ms).
   * The default is the whole log.
   */
  density(asked: { from?: number; to?: number; buckets: number }): Promise<Density | Rejection>
  close(): Promise<void>
}

interface Density {
  from: number
  to: number
  counts: number[]
  extent?: { from: number; to: number; first: number; last: number }
}

export interface TimeTravelOptions {
  store: Pick<EventStore, 'readStored' | 'readStoredFrom' | 'head'>
  dataDir: string
  clock: () => Date
  log: Pick<Log, 'error' | 'info'>
  patienceMs?: number
  /** Idle time in ms before the thread ends, shorter in tests. */
  idleMs?: number
}

/** Returns the progress in percent, approximately, since positions do not count events. */
const percentOf = (upTo: number, head: number) => Math.floor((Math.max(0, upTo) / Math.max(1, head)) * 100)
const notIndexedYet = (upTo: number, head: number): Rejection => ({
  ...reject(
    'unavailable',
    msg`The history is being indexed: ${{ percent: percentOf(upTo, head) }} % of the log so far. Please try again in a moment.`,
  ),
  retryAfter: RETRY_AFTER_S,
})
const tooMany = (): Rejection => ({
  ...reject('unavailable', msg`Too many past moments were requested at once. Please try again in a moment.`),
  retryAfter: 1,
})
const future = (head: number): Rejection => {
  const said = msg`This is in the future: the newest event has number ${{ newest: Math.max(0, head) }}.`
  return reject('bad-request', said, { at: said })
}

export function createTimeTravel({
  store,
  dataDir,
  clock,
  log: say,
  patienceMs = REQUEST_TIMEOUT_MS,
  idleMs,
}: TimeTravelOptions): TimeTravel {
  const file = path.join(dataDir, 'past.db')
  // Use a separate pool of one thread: auditors' requests delay only one another.
  const pool = openWorkerThreadPool({ threads: 1, heapMb: HEAP_MB, idleMs })
  let pendingRequests = 0

  async function send<A>(does: keyof TimeTravelRequests, upTo: number, asked: object): Promise<A> {
    return pool.run<TimeTravelRequestMessage, A>(PROGRAM, { file, does, upTo, ...asked } as TimeTravelRequestMessage)
  }
  const change = <D extends FileChangeName>(does: D, asked: TimeTravelRequests[D]['asked']) =>
    send<TimeTravelRequests[D]['answered']>(does, LOG_START, asked)
  const readFile = <D extends FileReadName>(does: D, asked: TimeTravelRequests[D]['asked']) =>
    send<TimeTravelRequests[D]['answered'] | FileBehind>(does, log.reach().upTo, asked)

  const log = createLogFollower({ store, file, ask: change, clock, log: say })
  const readBatched = createReadBatcher((reads) => readFile('reads', { reads }))

  /**
   * Calls `put` once the time-travel file has read the log up to the needed position.
   * Waits again if the file has lost events.
   */
  async function runAtPosition<A>(
    needed: () => number,
    head: number,
    put: () => Promise<A | FileBehind>,
  ): Promise<A | Rejection> {
    if (pendingRequests >= MAX_PENDING_REQUESTS) return tooMany()
    pendingRequests += 1
    try {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS && (await log.reached(needed(), patienceMs)); attempt++) {
        const answer = await put()
        if (!isBehind(answer)) return answer
        log.lookAgain(answer.behind)
      }
      return notIndexedYet(log.reach().upTo, head)
    } finally {
      pendingRequests -= 1
    }
  }

  const answer = <D extends FileReadName>(
    needed: () => number,
    head: number,
    does: D,
    asked: TimeTravelRequests[D]['asked'],
  ) => runAtPosition<TimeTravelRequests[D]['answered']>(needed, head, () => readFile(does, asked))

  const isFuture = (when: PastMoment, head: number, now: number) =>
    'position' in when ? when.position > Math.max(0, head) : when.time > now
  /**
   * Returns the log position that the time-travel file must have reached for a query.
   * Ignores a last event in the future, which comes from a wrong clock.
   */
  function requiredPosition(when: PastMoment, head: number, now: number): number {
    if ('position' in when) return Math.min(when.position, head)
    const { lastAt } = log.reach()
    return when.time < lastAt && lastAt <= now ? LOG_START : head
  }

  return {
    async read(name, call, when, isWanted = () => true) {
      const now = clock().getTime()
      const head = await store.head()
      if (isFuture(when, head, now)) return future(head)
      const asked = { name, call: asPermittedRole(name, call), when, now }
      return runAtPosition(
        () => requiredPosition(when, head, now),
        head,
        () => readBatched(asked, isWanted),
      )
    },
    async changes(position) {
      const head = await store.head()
      if (position > head) return future(head)
      return answer(() => position, head, 'changes', { position })
    },
    async compare(asked) {
      const now = clock().getTime()
      const head = await store.head()
      const moments = [asked.one, asked.other]
      if (moments.some((when) => isFuture(when, head, now))) return future(head)
      const needed = () => Math.max(...moments.map((when) => requiredPosition(when, head, now)))
      return answer(needed, head, 'compare', { ...asked, now })
    },
    async density({ from, to, buckets }) {
      const head = await store.head()
      const extent = await answer(() => head, head, 'extent', {})
      if (extent && isRejection(extent)) return extent
      const period = periodOf({ from, to }, extent)
      const counts = await answer(() => head, head, 'density', { ...period, buckets })
      return isRejection(counts) ? counts : { ...period, counts, ...(extent && { extent }) }
    },
    async close() {
      log.end()
      await pool.close()
      await log.ended()
      if (log.isOpened()) storeFileChecksum(file)
    },
  }
}

/**
 * Returns the period in which events are counted.
 * A missing start or end is taken from the log.
 * It is moved if the period would otherwise be empty.
 */
function periodOf({ from, to }: { from?: number; to?: number }, extent: Density['extent']) {
  const begins = from ?? Math.min(extent?.from ?? 0, (to ?? Number.POSITIVE_INFINITY) - 1)
  return { from: begins, to: to ?? Math.max(extent?.to ?? 0, begins) + 1 }
}

/**
 * Returns the call with a role that the endpoint permits, instead of the auditor's role.
 * The answer is still limited to what auditors may see.
 */
function asPermittedRole(name: EndpointName, call: object): object {
  const { roles }: Endpoint = endpoints[name]
  if (roles === 'any' || roles === 'public') return call
  const { principal } = call as { principal: object }
  return { ...call, principal: { ...principal, role: SUBSTITUTE_ROLES.find((role) => roles.includes(role)) } }
}
