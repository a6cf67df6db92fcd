/** Claims of a zone's reports: each is in one load, until the truck that it was claimed for stays after all. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRejection } from '#contract/door/problems.ts'
import type { EventIn } from '#contract/streams.ts'
import { event } from '../kernel/decider.ts'
import { given, NOW } from '../kernel/spec.ts'
import { type ClaimReports, claimReports, isClaimed, releaseClaim, standingClaims, zoneClaims } from './claims.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const claim = (claimId: string, reportIds: string[], markedIds: string[] = []) =>
  event('ReportsClaimed', { zone, claimId, vehicleId: 'T1', reportIds, markedIds, claimedBy: 'd1', claimedAt: at })
const released = (claimId: string) => event('ClaimReleased', { zone, claimId, releasedAt: at })
const wanting = (claimId: string, reportIds: string[], markedIds: string[] = []): ClaimReports => ({
  zone,
  claimId,
  vehicleId: 'T1',
  reportIds,
  markedIds,
  claimedBy: 'd1',
})
const first = claim('c1', ['u1.1', 'u2.1'], ['u3.1'])

describe('ClaimReports', () => {
  it('takes what is offered', () =>
    given(zoneClaims, [])
      .when(claimReports, wanting('c1', ['u1.1', 'u2.1'], ['u3.1']))
      .then([first]))
  it('leaves what is in another load, open or marked since', () =>
    given(zoneClaims, [first])
      .when(claimReports, wanting('c2', ['u2.1', 'u4.1'], ['u1.1', 'u3.1']))
      .then([claim('c2', ['u4.1'])]))
  it('is nothing when all is taken', () =>
    expect(given(zoneClaims, [first]).when(claimReports, wanting('c2', ['u1.1'])).decision).toEqual([]))
  it('takes what was released', () =>
    given(zoneClaims, [first, released('c1')])
      .when(claimReports, wanting('c2', ['u1.1']))
      .then([claim('c2', ['u1.1'])]))
})

describe('ReleaseClaim', () => {
  it('releases a claim that stands, once', () => {
    given(zoneClaims, [first])
      .when(releaseClaim, { zone, claimId: 'c1' })
      .then([released('c1')])
    given(zoneClaims, [first, released('c1')])
      .when(releaseClaim, { zone, claimId: 'c1' })
      .then([])
    given(zoneClaims, [first]).when(releaseClaim, { zone, claimId: 'c9' }).then([])
  })
})

it('never has a report in two loads, whatever is claimed and released in which order', () => {
  const id = fc.nat(5).map((n) => `u${n}.1`)
  const step = fc.record({ release: fc.boolean(), claimId: fc.nat(6), open: fc.array(id), marked: fc.array(id) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let state = zoneClaims.initial
      const take = (events: EventIn<'dispatch'>[]) => {
        state = events.reduce(zoneClaims.evolve, state)
      }
      for (const [n, { release, claimId, open, marked }] of steps.entries()) {
        const decision = release
          ? releaseClaim({ zone, claimId: `c${claimId}` }, state, NOW)
          : claimReports(
              wanting(`c${n}`, [...new Set(open)], [...new Set(marked.filter((m) => !open.includes(m)))]),
              state,
              NOW,
            )
        if (!isRejection(decision)) take(decision)
      }
      const aboard = standingClaims(state).flatMap(({ reportIds, markedIds }) => [...reportIds, ...markedIds])
      expect(new Set(aboard).size).toBe(aboard.length)
      for (const reportId of aboard) expect(isClaimed(state, reportId)).toBe(true)
    }),
  )
})
