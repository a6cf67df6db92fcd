/** Tests that a requested rebuild rereads the log once and retries failed events. */
import { expect, it, vi } from 'vitest'
import { type EventStore, type LoggedEvent, StoreDamaged } from '#platform/event-store/event-store.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { followLog } from './follow-log.ts'

const NONE = { load: async () => undefined, keep: async () => undefined }
const event = (position: number, type: string, data = {}) => ({ position, type, data, at: position }) as LoggedEvent
const again = (position: number) => event(position, 'RebuildRequested', { target: 'policies' })

function logOf(first: LoggedEvent[]) {
  const events = [...first]
  let woken = Promise.withResolvers<void>()
  return {
    add(...more: LoggedEvent[]) {
      events.push(...more)
      woken.resolve()
      woken = Promise.withResolvers()
    },
    begun: 0,
    async *follow(after: number, signal: AbortSignal) {
      this.begun++
      const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      for (let seen = after; !signal.aborted; ) {
        const fresh = events.filter(({ position }) => position > seen)
        seen = fresh.at(-1)?.position ?? seen
        yield { events: fresh, caughtUp: true }
        if (events.at(-1)?.position === seen) await Promise.race([woken.promise, ended])
      }
    },
  }
}

/** Lets policies follow a test log, with a job queue that accepts all jobs. */
const follow = (store: object, policies: Parameters<typeof followLog>[0]['policies'], error = vi.fn()) =>
  followLog({
    store: store as EventStore,
    queue: { isQueued: () => false, take: async () => undefined, stop: () => undefined },
    log: { error } as never,
    clock: () => new Date(0),
    kept: NONE,
    policies,
  })

it('reads the log again once for each request, and drops quarantined events that it can apply now', async () => {
  let broken = true
  const evolve = ({ type }: { type: string }) => {
    if (broken && type === 'SiteOpened') throw new Error('can not take it')
  }
  const store = logOf([event(1, 'SiteOpened'), again(2)])
  const following = follow(store, () => ({ sites: { evolve, outstanding: () => [] } }))
  await following.ready
  expect(store.begun, 'what was asked before it began is nothing to it').toBe(1)
  expect(following.policies()).toMatchObject({
    reading: false,
    setAside: [{ policy: 'sites', position: 1, what: 'SiteOpened at 1', error: 'can not take it' }],
  })
  broken = false
  store.add(again(3), event(4, 'RebuildRequested', { target: 'zones' }))
  await eventually(() => expect(following.policies()).toEqual({ reading: false, setAside: [] }))
  expect(store.begun).toBe(2)
  await following.stop()
})

it('gives up on a log that turns out to be damaged before it was read once', async () => {
  const store = {
    async *follow() {
      yield { events: [event(1, 'SiteOpened')], caughtUp: false }
      throw new StoreDamaged('The log is damaged: event 2 is missing.')
    },
  }
  const following = follow(store, () => ({}))
  await expect(following.ready).rejects.toThrow('The log is damaged: event 2 is missing.')
  await following.stop()
})

it('goes on with what it knows where the log turns out to be damaged later', async () => {
  let begun = 0
  const store = {
    async *follow() {
      begun++
      yield { events: [event(1, 'SiteOpened')], caughtUp: true }
      throw new StoreDamaged('The log is damaged: event 2 is missing.')
    },
  }
  const error = vi.fn()
  const following = follow(store, () => ({}), error)
  await following.ready
  await eventually(() => expect(begun).toBeGreaterThan(1))
  expect(error).toHaveBeenCalled()
  await following.stop()
})

it('batches events of one moment, after boards were notified', async () => {
  const store = logOf([event(1, 'SiteOpened')])
  const taken: LoggedEvent[] = []
  let asked = 0
  const following = follow(store, () => ({
    sites: {
      evolve: (each: unknown) => void taken.push(each as LoggedEvent),
      outstanding: () => {
        asked += 1
        return []
      },
    },
  }))
  await following.ready
  const before = asked
  for (let position = 2; position <= 50; position++) {
    store.add(event(position, 'SiteOpened'))
    // Gives the follower time: a busy loop would read the store again and again meanwhile.
    for (let turn = 0; turn < 50; turn++) await undefined
  }
  await eventually(() => expect(taken).toHaveLength(50))
  expect(asked - before).toBeLessThan(5)
  await following.stop()
})
