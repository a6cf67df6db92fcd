/** Free trucks come first. */
import { expect, it } from 'vitest'
import type { Vehicle } from '#contract/views.ts'
import { byAvailability } from './by-availability.ts'

const truck = (id: string, status: Vehicle['status'], needs_refuel = false) => ({ id, status, needs_refuel }) as Vehicle

it('shows free trucks first, then thirsty ones, those that are out, and the workshop', () => {
  const fleet = [
    truck('workshop', 'maintenance'),
    truck('out', 'on-route'),
    truck('thirsty', 'available', true),
    truck('free', 'available'),
    truck('planned', 'scheduled'),
    truck('free, too', 'available'),
  ]
  expect(byAvailability(fleet).map(({ id }) => id)).toEqual([
    'free',
    'free, too',
    'thirsty',
    'out',
    'planned',
    'workshop',
  ])
})
