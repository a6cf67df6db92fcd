/** Tests that collections count under their status and are sorted by relevance. */
import { describe, expect, it } from 'vitest'
import type { Schedule } from '#contract/views.ts'
import { sortSchedulesByUrgency } from '#web/ui/marks.tsx'
import { describeBinsOutRequest, describeBinsOutTip, getScheduleFilters } from './collections.tsx'

const schedule = (id: string, status: Schedule['status'], start: string): Schedule => ({
  id,
  zone: 'Ayawaso West',
  status,
  scheduledStart: `2026-01-05T${start}:00.000Z`,
  estimatedCompletion: '2026-01-05T23:00:00.000Z',
  vehicle: { id: 'T002', make: 'Mercedes', model: 'Atego', type: 'rear_loader', registrationNumber: 'GR 2-20' },
  siteId: 'WS002',
  reportsCount: 66,
  estimatedDistance: 8.9,
  estimatedFuelConsumption: 1,
})

describe('the collections of a zone', () => {
  const all = [
    schedule('off', 'cancelled', '07:00'),
    schedule('evening', 'scheduled', '18:00'),
    schedule('morning', 'completed', '08:00'),
    schedule('dawn', 'completed', '05:00'),
    schedule('out', 'in-progress', '14:00'),
    schedule('noon', 'scheduled', '15:00'),
  ]

  it('are counted once under their status, and cancelled ones under Total alone', () => {
    const counts = getScheduleFilters().map(({ label, includes }) => [label, all.filter(includes).length])
    expect(counts).toEqual([
      ['Total', 6],
      ['Scheduled', 2],
      ['In Progress', 1],
      ['Completed', 2],
    ])
  })

  it('are listed by what is under way, what comes next, and what was last', () => {
    expect(sortSchedulesByUrgency(all).map(({ id }) => id)).toEqual([
      'out',
      'noon',
      'evening',
      'morning',
      'dawn',
      'off',
    ])
  })

  it('leave the given list as it was', () => {
    sortSchedulesByUrgency(all)
    expect(all[0]?.id).toBe('off')
  })
})

/** Tests when residents are asked to put their bins out. */
const start = '2026-01-05T14:15:00.000Z'
const hoursFrom = (hours: number) => Date.parse(start) + hours * 3_600_000

it('asks for the bins half an hour before, and at once when that has passed', () => {
  expect(describeBinsOutRequest(start, hoursFrom(-2))).toMatch(/ by 13:45\.$/)
  expect(describeBinsOutRequest(start, hoursFrom(-0.25))).toMatch(/ now\.$/)
  expect(describeBinsOutTip(start, hoursFrom(-2))).toMatch(/ by 13:45\.$/)
  expect(describeBinsOutTip(start, hoursFrom(-0.25))).toMatch(/ now\.$/)
})
