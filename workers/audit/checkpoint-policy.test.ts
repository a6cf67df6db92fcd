/**
 * Tests that a growing log is signed hourly.
 * Each day's first checkpoint is mailed to auditors.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { createCheckpointPolicy } from './checkpoint-policy.ts'

const NOW = '2026-03-02T08:20:00.000Z'
const happened = { type: 'ReportCollected', data: {} } as Event
const made = (checkpointId: string, madeAt = `${checkpointId}:00:01.000Z`) =>
  ({ type: 'CheckpointMade', data: { checkpointId, size: 1, root: 'r', note: 'n', madeAt } }) as Event
const mailed = (checkpointId: string, userId: string) =>
  ({ type: 'CheckpointMailed', data: { checkpointId, userId, mailedAt: NOW } }) as Event
const account = (userId: string, role: string, type = 'AccountRegistered') =>
  ({ type, data: { userId, role } }) as Event
const erased = (userId: string) => ({ type: 'AccountErased', data: { userId, erasedAt: NOW } }) as Event

function asked(events: Event[], now = NOW) {
  const policy = createCheckpointPolicy(() => new Date(now))
  for (const event of events) policy.evolve(event)
  return policy.outstanding().map(({ id, notBefore }) => (notBefore ? `${id} ${notBefore.slice(11, 16)}` : id))
}

describe('hours', () => {
  it('begin with the next one', () => expect(asked([happened])).toEqual(['checkpoint-2026-03-02T09 09:00']))
  it('are asked for ahead', () =>
    expect(asked([made('2026-03-02T08'), happened])).toEqual(['checkpoint-2026-03-02T09 09:00']))
  it('that were missed are made up for by the present one', () =>
    expect(asked([made('2026-03-01T22'), happened])).toEqual([
      'checkpoint-2026-03-02T08 08:00',
      'checkpoint-2026-03-02T09 09:00',
    ]))
  it.each([
    ['nothing has happened at all', []],
    ['nothing has happened since', [happened, made('2026-03-01T22')]],
    ['nothing but the mail of the last one has', [happened, made('2026-03-01T22'), mailed('2026-03-01T22', 'a1')]],
  ])('are not signed while %s', (_, events) => expect(asked(events)).toEqual([]))
})

describe('a clock that was once ahead', () => {
  const ahead = [made('2027-03-02T08'), happened]
  it('keeps no hour from being signed that was not', () =>
    expect(asked(ahead)).toEqual(['checkpoint-2026-03-02T08 08:00', 'checkpoint-2026-03-02T09 09:00']))
  it('has none signed twice, now or when its hour has come', () => {
    expect(asked([...ahead, made('2026-03-02T08'), happened])).toEqual(['checkpoint-2026-03-02T09 09:00'])
    expect(asked([...ahead, made('2026-03-02T08'), happened], '2027-03-02T08:20:00.000Z')).toEqual([
      'checkpoint-2027-03-02T09 09:00',
    ])
  })
})

describe("a day's first checkpoint", () => {
  const day = [account('a1', 'auditor'), account('a2', 'auditor'), account('d1', 'dispatcher')]
  const first = made('2026-03-02T00')
  it('is mailed to every auditor', () =>
    expect(asked([...day, first])).toEqual(['a1', 'a2'].map((id) => `mail-checkpoint-2026-03-02T00-${id}`)))
  it('is mailed once', () =>
    expect(asked([...day, first, mailed('2026-03-02T00', 'a1')])).toEqual(['mail-checkpoint-2026-03-02T00-a2']))
  it.each([
    ['was erased', erased('a2')],
    ['has another role', account('a2', 'admin', 'AccountReassigned')],
  ])('is not mailed to who %s', (_, event) =>
    expect(asked([...day, first, event]).filter((id) => id.startsWith('mail'))).toEqual([
      'mail-checkpoint-2026-03-02T00-a1',
    ]),
  )
  it('is the only one', () => {
    const rest = ['a1', 'a2'].map((id) => mailed('2026-03-02T00', id))
    expect(asked([...day, first, ...rest, made('2026-03-02T01')])).toEqual([])
  })
  it('is not mailed when it is old', () =>
    expect(asked([...day, made('2026-03-01T00'), made('2026-03-01T01')], NOW)).toEqual([]))
})
