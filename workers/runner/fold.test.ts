/** Tests that a failing event or job is quarantined only for its policy. */
import { expect, it, vi } from 'vitest'
import type { Event } from '#contract/events.ts'
import { type LoggedEvent, StoreUnavailable } from '#platform/event-store/event-store.ts'
import { createPolicyFold } from './fold.ts'
import type { OutstandingJob, Policy } from './policy.ts'

const log = { error: vi.fn() }
const NONE = () => false
const recorded = (position: number, type: string, data: object = {}) =>
  ({ position, type, data, at: position }) as LoggedEvent

const job = (id: string, notBefore?: string): OutstandingJob => ({
  id,
  job: 'send-command',
  data: { type: 'FinishErasure', userId: id },
  notBefore,
})

/** Returns a policy that requests a job per event and fails on `SiteOpened`. */
function eager(): Policy {
  const jobs: OutstandingJob[] = []
  return {
    evolve({ type }: Event, at) {
      if (type === 'SiteOpened') throw new Error('can not take it')
      jobs.push(job(`job-${at}`))
    },
    outstanding: () => jobs,
  }
}
const patient = (jobs: () => OutstandingJob[]): Policy => ({ evolve: () => undefined, outstanding: jobs })
const reasons = (fold: ReturnType<typeof createPolicyFold>) => fold.troubles().map(({ reason }) => reason)

it('goes on after an event that one policy can not take, and says so once', () => {
  const counting = { evolve: vi.fn(), outstanding: () => [] }
  const fold = createPolicyFold({ eager: eager(), counting }, log as never)
  for (const event of [recorded(1, 'SiteClosed'), recorded(2, 'SiteOpened'), recorded(3, 'SiteClosed')])
    fold.take(event)
  expect(fold.outstanding(NONE).map(({ id }) => id)).toEqual(['job-1', 'job-3'])
  expect(counting.evolve).toHaveBeenCalledTimes(3)
  expect(reasons(fold)).toEqual(['1 event was set aside by the workers (eager): follow-ups may be missing.'])
  expect(log.error).toHaveBeenCalledTimes(1)
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({ policy: 'eager', what: 'SiteOpened at 2', position: 2 })
})

it.each([
  [
    'a policy that can not say what it asks for',
    () => {
      throw new Error('lost')
    },
  ],
  ['a job at no time', () => [job('a', 'no time')]],
  [
    'a job that no command stands for',
    () => [{ ...job('a'), job: 'send-command', data: { type: 'FinishErasure' } as never }],
  ],
])('sets aside %s, once, and asks for what the others do', (_, jobs) => {
  const fold = createPolicyFold({ broken: patient(jobs as never), eager: eager() }, log as never)
  fold.take(recorded(1, 'SiteClosed'))
  for (let again = 0; again < 3; again++) expect(fold.outstanding(NONE).map(({ id }) => id)).toEqual(['job-1'])
  expect(reasons(fold)).toEqual(['1 event was set aside by the workers (broken): follow-ups may be missing.'])
})

it('does not quarantine an event whose data the log could not read', () => {
  const needsData = { evolve: ({ data }: Event) => void data, outstanding: () => [] }
  const fold = createPolicyFold({ needsData }, log as never)
  const unread = Object.defineProperty(recorded(1, 'SiteOpened'), 'data', {
    get: () => {
      throw new StoreUnavailable('The log could not be read')
    },
  })
  expect(() => fold.take(unread)).toThrow(StoreUnavailable)
  expect(fold.troubles()).toEqual([])
})

it('says once of each type that only another version knows, and goes on', () => {
  const fold = createPolicyFold({ eager: eager() }, log as never)
  for (const position of [1, 2, 3]) fold.take(recorded(position, position === 3 ? 'SiteClosed' : 'SitePainted'))
  expect(fold.outstanding(NONE).map(({ id }) => id)).toEqual(['job-3'])
  expect(reasons(fold)).toEqual(['1 event was set aside by the workers (all): follow-ups may be missing.'])
})

it('has nothing to say while everything is taken', () => {
  const fold = createPolicyFold({ eager: eager() }, log as never)
  fold.take(recorded(1, 'SiteClosed'))
  expect(fold.troubles()).toEqual([])
})
