/** Tests of audit commands: look-ups, findings, rebuilds. */

import { describe, expect, it } from 'vitest'
import { MAX_FINDING_STEPS } from '#contract/audit/findings.ts'
import { MAX_LOOK_UPS_PER_HOUR } from '#contract/audit/kinds.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { EndpointCall } from '#platform/http/api.ts'
import { findingAggregate, personLookUpsAggregate, rebuildRequestsAggregate } from '../aggregates/audit.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { changeFindingStatus } from './findings.ts'
import { lookUpPeople } from './look-up-people.ts'
import { requestRebuild } from './request-rebuild.ts'
import { createAuditHandlers, findKeysOfChange } from './routes.ts'

const HOUR_MS = 3_600_000
const command = { lookUpId: 'c1', by: 'name' as const, lookedUpBy: 'x1', found: [{ userId: 'u1', sealed: 'c2VhbGVk' }] }
const lookedUp = (ms = 0) =>
  createEvent('PeopleLookedUp', { ...command, lookedUpAt: new Date(NOW.getTime() - ms).toISOString() })
const many = (ms: number) => Array.from({ length: MAX_LOOK_UPS_PER_HOUR }, () => lookedUp(ms))

describe('a look-up of people', () => {
  it('is recorded with everybody who was found', () =>
    givenEvents(personLookUpsAggregate, []).when(lookUpPeople, command).then([lookedUp()]))
  it('is recorded when it found nobody', () => {
    const none = { ...command, found: [], sealed: 'c2VhbGVk' }
    givenEvents(personLookUpsAggregate, [])
      .when(lookUpPeople, none)
      .then([createEvent('PeopleLookedUp', { ...none, lookedUpAt: NOW.toISOString() })])
  })
  it('is refused above the hourly limit, until the oldest is an hour old', () =>
    givenEvents(personLookUpsAggregate, many(HOUR_MS - 5_000))
      .when(lookUpPeople, command)
      .then({ rejected: 'too-many', retryAfter: 5 }))
  it('is the last one that is let through', () =>
    givenEvents(personLookUpsAggregate, many(0).slice(1)).when(lookUpPeople, command).then([lookedUp()]))
  it('is let through again an hour later', () =>
    givenEvents(personLookUpsAggregate, many(HOUR_MS)).when(lookUpPeople, command).then([lookedUp()]))
  it('is not refused after the clock was set back', () =>
    givenEvents(personLookUpsAggregate, many(-HOUR_MS)).when(lookUpPeople, command).then([lookedUp()]))
})

describe('a change of the checkpoint key', () => {
  const keysOfVault = { verifierKeyOf: async (number: number) => `vault-${number}` }

  it('names the first key, which no event names', async () =>
    expect(await findKeysOfChange({ number: 1 }, keysOfVault)).toEqual({
      number: 2,
      key: 'vault-2',
      previous: 'vault-1',
    }))
  it('names the previous key of the log, also if an older vault has another', async () =>
    expect(await findKeysOfChange({ number: 2, key: 'log-2' }, keysOfVault)).toEqual({
      number: 3,
      key: 'vault-3',
      previous: 'log-2',
    }))
})

const raised = createEvent('FindingRaised', {
  findingId: 'f1',
  rule: 'fuel-above-tank',
  about: {},
  evidence: [1],
  figures: {},
  happenedAt: NOW.toISOString(),
  raisedAt: NOW.toISOString(),
})
const to = (status: 'open' | 'explained' | 'closed') => ({ findingId: 'f1', status, movedBy: 'x1' })
const moved = (status: 'open' | 'explained' | 'closed') =>
  createEvent('FindingMoved', { ...to(status), movedAt: NOW.toISOString() })
const move = (...events: Parameters<typeof givenEvents>[1]) => ({
  to: (status: 'open' | 'explained' | 'closed') =>
    givenEvents(findingAggregate, events).when(changeFindingStatus, to(status)).decision,
})

describe('a finding', () => {
  it('that was never made can not be moved', () => expect(move().to('open')).toMatchObject({ rejected: 'not-found' }))
  it.each(['open', 'explained', 'closed'] as const)('that nobody has looked at may be %s', (status) =>
    expect(move(raised).to(status)).toEqual([moved(status)]),
  )
  it('can only be closed once it has the maximum number of steps', () => {
    const full = [raised, ...Array.from({ length: MAX_FINDING_STEPS }, () => moved('explained'))]
    for (const status of ['open', 'explained'] as const)
      expect(move(...full).to(status)).toMatchObject({ rejected: 'conflict' })
    expect(move(...full).to('closed')).toEqual([moved('closed')])
    expect(move(...full.slice(0, -1)).to('explained')).toHaveLength(1)
  })
  it('may be explained again, and nothing else twice', () => {
    expect(move(raised, moved('explained')).to('explained')).toHaveLength(1)
    for (const status of ['open', 'closed'] as const)
      expect(move(raised, moved(status)).to(status)).toMatchObject({ rejected: 'conflict' })
  })
  it('that is closed is taken up again first', () => {
    expect(move(raised, moved('closed')).to('explained')).toMatchObject({ rejected: 'conflict' })
    expect(move(raised, moved('closed'), moved('open')).to('explained')).toHaveLength(1)
  })
})

const asked = (target: string, ms = 0) =>
  createEvent('RebuildRequested', {
    target,
    requestedBy: 'a1',
    requestedAt: new Date(NOW.getTime() - ms).toISOString(),
  })
const ask = { target: 'zones', requestedBy: 'a1' }

describe('a rebuild', () => {
  it('is asked for', () =>
    givenEvents(rebuildRequestsAggregate, [])
      .when(requestRebuild, ask)
      .then([asked('zones')]))
  it('is one if it is requested twice', () =>
    givenEvents(rebuildRequestsAggregate, [asked('zones', 9_999)])
      .when(requestRebuild, ask)
      .then([]))
  it('is another one later', () =>
    givenEvents(rebuildRequestsAggregate, [asked('zones', 10_000)])
      .when(requestRebuild, ask)
      .then([asked('zones')]))
  it('of one view is none of another', () =>
    givenEvents(rebuildRequestsAggregate, [asked('reports')])
      .when(requestRebuild, ask)
      .then([asked('zones')]))
  it('is not refused after the clock was set back', () =>
    givenEvents(rebuildRequestsAggregate, [asked('zones', -3_600_000)])
      .when(requestRebuild, ask)
      .then([asked('zones')]))
})

it('a change of the checkpoint key counts for the quota of its admin', async () => {
  const refused = reject('too-many', msg`Too many changes.`)
  const prover = { verifierKeyOf: () => Promise.reject(new Error('not reached')) }
  const handlers = createAuditHandlers(
    {} as Kernel,
    prover,
    async () => false,
    async () => refused,
  )
  const call = {
    body: { reason: 'lost' },
    principal: { userId: 'a1' },
  } as unknown as EndpointCall<'changeCheckpointKey'>
  expect(await handlers.changeCheckpointKey?.(call)).toBe(refused)
})
