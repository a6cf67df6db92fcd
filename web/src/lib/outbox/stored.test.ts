/** Tests each response's effect on a stored report, and the retry delays. */
import { describe, expect, it } from 'vitest'
import { entryBodyOf, isEntryWaiting, isSendDelayed, outboxRetryDelayMs, sendOutcomeOf } from './stored.ts'

const report = { heldUntil: 10 }

describe('the fate of a report', () => {
  it.each([400, 403, 404, 409, 413, 422])('is to be refused when the server says why (%i)', (status) => {
    expect(sendOutcomeOf({ status, message: 'Because.' })).toBe('refused')
  })

  it.each([0, 408, 425, 429, 500, 502, 503])(
    'is to wait when there was no answer, or one that asks for patience (%i)',
    (status) => {
      expect(sendOutcomeOf({ status, message: status ? 'Later.' : '' })).toBe('wait')
    },
  )

  it.each([200, 403, 404, 511])('is to wait when something else answered for the server (%i)', (status) => {
    expect(sendOutcomeOf({ status, message: '' })).toBe('wait')
  })

  it('is to wait for its owner when the sign-in has expired', () => {
    expect(sendOutcomeOf({ status: 401, message: 'Please sign in again.' })).toBe('signed-out')
  })
})

it('waits until it was sent or refused', () => {
  expect(isEntryWaiting({})).toBe(true)
  expect(isEntryWaiting({ sentAs: 'r1' })).toBe(false)
  expect(isEntryWaiting({ refusal: 'No.' })).toBe(false)
})

it('is in the hands of its dialog for a time only', () => {
  expect(isSendDelayed(report, 9)).toBe(true)
  expect(isSendDelayed(report, 10)).toBe(false)
  // The clock was a year ahead when the report was made.
  expect(isSendDelayed({ ...report, heldUntil: 365 * 86_400_000 }, 9)).toBe(false)
})

it('is tried again ever more rarely, but at least every five minutes', () => {
  expect([0, 1, 2, 3, 4].map(outboxRetryDelayMs)).toEqual([5_000, 5_000, 10_000, 20_000, 40_000])
  expect(outboxRetryDelayMs(50)).toBe(300_000)
})

it('sends what the person wrote, and none of the fields of this device', () => {
  const own = { key: 'a', madeAt: 1, place: 2, heldUntil: 3, tried: true, sentAs: 'b', refusal: 'c' } as const
  expect(entryBodyOf({ ...own, userId: 'ama', description: 'Full' })).toEqual({ userId: 'ama', description: 'Full' })
})
