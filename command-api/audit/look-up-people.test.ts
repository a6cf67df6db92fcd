/** Tests that a look-up of people is always recorded, and refused after too many within an hour. */
import { describe, it } from 'vitest'
import { LOOK_UPS_PER_HOUR_LIMIT } from '#contract/audit/look-ups.ts'
import { personLookUps } from '../aggregates/look-ups.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { lookUpPeople } from './look-up-people.ts'

const HOUR_MS = 3_600_000
const command = { lookUpId: 'c1', by: 'name' as const, lookedUpBy: 'x1', found: [{ userId: 'u1', sealed: 'c2VhbGVk' }] }
const lookedUp = (ms = 0) =>
  createEvent('PeopleLookedUp', { ...command, lookedUpAt: new Date(NOW.getTime() - ms).toISOString() })
const many = (ms: number) => Array.from({ length: LOOK_UPS_PER_HOUR_LIMIT }, () => lookedUp(ms))

describe('a look-up of people', () => {
  it('is recorded with everybody who was found', () =>
    givenEvents(personLookUps, []).when(lookUpPeople, command).then([lookedUp()]))
  it('is recorded when it found nobody', () => {
    const none = { ...command, found: [], sealed: 'c2VhbGVk' }
    givenEvents(personLookUps, [])
      .when(lookUpPeople, none)
      .then([createEvent('PeopleLookedUp', { ...none, lookedUpAt: NOW.toISOString() })])
  })
  it('is refused above the hourly limit, until the oldest is an hour old', () =>
    givenEvents(personLookUps, many(HOUR_MS - 5_000))
      .when(lookUpPeople, command)
      .then({ rejected: 'too-many', retryAfter: 5 }))
  it('is the last one that is let through', () =>
    givenEvents(personLookUps, many(0).slice(1)).when(lookUpPeople, command).then([lookedUp()]))
  it('is let through again an hour later', () =>
    givenEvents(personLookUps, many(HOUR_MS)).when(lookUpPeople, command).then([lookedUp()]))
  it('is not refused after the clock was set back', () =>
    givenEvents(personLookUps, many(-HOUR_MS)).when(lookUpPeople, command).then([lookedUp()]))
})
