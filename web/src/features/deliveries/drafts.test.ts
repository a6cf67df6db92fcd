/** Tests that delivery form drafts and requests match the server's rules. */
import { describe, expect, it } from 'vitest'
import { DisputeCompositionBody, WeighDeliveryBody } from '#contract/commands.ts'
import type { Delivery } from '#contract/views.ts'
import {
  canSendDispute,
  describeNetWeight,
  EMPTY_DISPUTE,
  netWeightOf,
  toDisputeBody,
  toDisputeFieldErrors,
  toWeighDeliveryBody,
  weighingDraftOf,
} from './drafts.ts'

const NOW = Date.parse('2026-01-05T08:30:40Z')
const estimated = { weight: 1_200, estimated: true } as Delivery

describe('a weighing', () => {
  const first = weighingDraftOf({}, NOW)
  const typed = { ...first, ticket: ' 2211-07 ', gross: '9140.5', tare: '8000.25' }

  it('begins now, and leaves the time to the server unless it was changed', () => {
    expect(first).toEqual({ ticket: '', gross: '', tare: '', weighedAt: '2026-01-05T08:30', picture: '' })
    expect(toWeighDeliveryBody(typed, first.weighedAt)).toEqual({ ticket: '2211-07', gross: 9140.5, tare: 8000.25 })
    const picture = 'a'.repeat(64)
    expect(toWeighDeliveryBody({ ...typed, picture }, first.weighedAt)).toHaveProperty('picture', picture)
    const earlier = toWeighDeliveryBody({ ...typed, weighedAt: '2026-01-05T08:00' }, first.weighedAt)
    expect(earlier.weighedAt).toBe('2026-01-05T08:00:00.000Z')
    expect(WeighDeliveryBody.safeParse(earlier).success).toBe(true)
    expect(WeighDeliveryBody.safeParse(toWeighDeliveryBody({ ...typed, weighedAt: '' }, first.weighedAt)).success).toBe(
      false,
    )
  })

  it('begins with the weighing that there was', () => {
    const weighing = { ticket: 'A-1', gross: 9_000, tare: 8_000, weighedAt: '2026-01-04T07:05:00.000Z' }
    expect(weighingDraftOf({ weighing }, NOW)).toEqual({
      ticket: 'A-1',
      gross: '9000',
      tare: '8000',
      weighedAt: '2026-01-04T07:05',
      picture: '',
    })
  })

  it('computes the net weight, and what it is against the estimate', () => {
    expect(netWeightOf(typed)).toBe(1140.25)
    expect(netWeightOf({ gross: '0.3', tare: '0.1' })).toBe(0.2)
    expect([
      netWeightOf({ gross: '8000', tare: '8000' }),
      netWeightOf({ gross: '', tare: '1' }),
      netWeightOf({ gross: 'x', tare: '1' }),
      netWeightOf({ gross: '98009800', tare: '5200' }),
    ]).toEqual([undefined, undefined, undefined, undefined])
    expect(describeNetWeight(first, estimated)).toContain('is shown here')
    expect(describeNetWeight({ ...typed, gross: '9140', tare: '8000' }, estimated)).toBe(
      'Net 1,140\u00a0kg, 60\u00a0kg less than estimated (1,200\u00a0kg)',
    )
    expect(describeNetWeight({ ...typed, gross: '9200', tare: '8000' }, estimated)).toBe(
      'Net 1,200\u00a0kg, as estimated',
    )
    const weighed = { weight: 1_000, estimated: false, estimatedWeight: 1_100 } as Delivery
    expect(describeNetWeight({ ...typed, gross: '9140', tare: '8000' }, weighed)).toContain(
      '40\u00a0kg more than estimated (1,100\u00a0kg)',
    )
  })
})

describe('a dispute', () => {
  it('sends what was found only when something was, and only as a whole', () => {
    const reason = { ...EMPTY_DISPUTE, reason: ' Mostly glass ' }
    expect(toDisputeBody(reason)).toEqual({ reason: 'Mostly glass' })
    const half = { ...reason, glass: '60' }
    expect([canSendDispute(reason), canSendDispute(half), canSendDispute({ ...half, metal: '40' })]).toEqual([
      true,
      false,
      true,
    ])
    expect(DisputeCompositionBody.safeParse(toDisputeBody(half)).success).toBe(false)
    expect(DisputeCompositionBody.safeParse(toDisputeBody({ ...half, metal: '40' })).success).toBe(true)
  })

  it('puts what a rule says at its field', () => {
    expect(toDisputeFieldErrors({ 'composition.glass': 'At most 100', reason: 'Reason is required' })).toEqual({
      glass: 'At most 100',
      reason: 'Reason is required',
    })
  })
})
