/** The collection card follows the resident's own reports. */
import { describe, expect, it } from 'vitest'
import type { Report } from '#contract/views.ts'
import { collectionState } from './collection-state.ts'

const now = Date.parse('2026-01-05T12:00:00.000Z')
const report = (status: Report['status'], collectedAt?: string): Report => ({
  id: 'r',
  userId: 'u',
  zone: 'Ablekuma North',
  timestamp: '2026-01-04T08:00:00.000Z',
  status,
  collectedAt,
})

describe('the collection', () => {
  it('is on its way once the truck is dispatched', () => {
    expect(collectionState([report('in-progress')], now).state).toBe('in-progress')
  })

  it('is waited for while a report is open, also when the last one was collected today', () => {
    const reports = [report('new'), report('collected', '2026-01-05T08:00:00.000Z')]
    expect(collectionState(reports, now).state).toBe('waiting')
  })

  it('is completed for 24 hours, then there is none', () => {
    expect(collectionState([report('collected', '2026-01-04T12:00:01.000Z')], now).state).toBe('completed')
    expect(collectionState([report('collected', '2026-01-04T12:00:00.000Z')], now).state).toBe('none')
    expect(collectionState([], now).state).toBe('none')
  })
})
