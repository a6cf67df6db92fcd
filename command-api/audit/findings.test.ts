/** Tests of the steps that a finding permits in each status. */
import { describe, expect, it } from 'vitest'
import { finding } from '../aggregates/finding.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { changeFindingStatus } from './findings.ts'

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
    givenEvents(finding, events).when(changeFindingStatus, to(status)).decision,
})

describe('a finding', () => {
  it('that was never made can not be moved', () => expect(move().to('open')).toMatchObject({ rejected: 'not-found' }))
  it.each(['open', 'explained', 'closed'] as const)('that nobody has looked at may be %s', (status) =>
    expect(move(raised).to(status)).toEqual([moved(status)]),
  )
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
