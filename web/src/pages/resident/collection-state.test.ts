/** The collection card follows the schedules of the resident's zone. */
import { describe, expect, it } from 'vitest'
import type { Schedule } from '#contract/views.ts'
import { collectionState } from './collection-state.ts'

const now = Date.parse('2026-01-05T12:00:00.000Z')
const HOUR = 3_600_000
const at = (ms: number) => new Date(now + ms).toISOString()

/** Returns a collection of three hours that starts in `hours`. */
const schedule = (id: string, status: Schedule['status'], hours: number, completedAt?: string): Schedule => ({
  id,
  zone: 'Ablekuma North',
  status,
  scheduledStart: at(hours * HOUR),
  estimatedCompletion: at((hours + 3) * HOUR),
  completedAt,
  vehicle: { id: 'T001', make: 'Ford', model: 'F-450', type: 'compressed_truck', registrationNumber: 'GR 1-20' },
  siteId: 'WS001',
  reportsCount: 116,
  estimatedDistance: 12.5,
  estimatedFuelConsumption: 1.5,
})
const shown = (...schedules: Schedule[]) => {
  const current = collectionState(schedules, now)
  return [current.state, 'schedule' in current ? current.schedule.id : undefined]
}

describe('the collection', () => {
  it('is in progress while a truck is out, early and late, too', () => {
    expect(shown(schedule('early', 'in-progress', 1))).toEqual(['in-progress', 'early'])
    expect(shown(schedule('late', 'in-progress', -5))).toEqual(['in-progress', 'late'])
  })

  it('is in progress while the time of a planned one runs, from its first moment to before its last', () => {
    expect(shown(schedule('starts', 'scheduled', 0))).toEqual(['in-progress', 'starts'])
    expect(shown(schedule('ends', 'scheduled', -3))).toEqual(['none', undefined])
  })

  it('shows the truck that is out before one that is only due', () => {
    expect(shown(schedule('due', 'scheduled', -2), schedule('out', 'in-progress', -1))).toEqual(['in-progress', 'out'])
  })

  it('is scheduled for the earliest start to come', () => {
    expect(shown(schedule('later', 'scheduled', 5), schedule('next', 'scheduled', 0.25))).toEqual(['scheduled', 'next'])
  })

  it('keeps what is to come before what was completed', () => {
    expect(shown(schedule('done', 'completed', -4, at(-HOUR)), schedule('next', 'scheduled', 2))[0]).toBe('scheduled')
  })

  it('is completed for 24 hours after the latest one ended, then there is none', () => {
    const older = schedule('older', 'completed', -9, at(-6 * HOUR))
    const latest = schedule('latest', 'completed', -5, at(-HOUR))
    expect(collectionState([older, latest], now)).toEqual({ state: 'completed', schedule: latest, at: at(-HOUR) })
    expect(shown(schedule('old', 'completed', -27, at(1 - 24 * HOUR)))[0]).toBe('completed')
    expect(shown(schedule('old', 'completed', -27, at(-24 * HOUR)))[0]).toBe('none')
  })

  it('is not completed while another is planned whose time is over: that one is late', () => {
    const late = schedule('late', 'scheduled', -6)
    const state = collectionState([late, schedule('done', 'completed', -5, at(-HOUR))], now)
    expect(state).toEqual({ state: 'none', late })
  })

  it('is none without schedules, and a cancelled one is none', () => {
    expect(shown()).toEqual(['none', undefined])
    expect(shown(schedule('off', 'cancelled', 1))).toEqual(['none', undefined])
  })
})
