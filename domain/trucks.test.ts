/** Tests which trucks can be sent to a collection. */
import { expect, it } from 'vitest'
import { VEHICLE_STATUSES } from './city.ts'
import { findTruckUnavailability, isTruckAvailable, isTruckUnoccupied } from './trucks.ts'

const free = { status: 'available', needs_refuel: false } as const

it('is free when it is available, in the fleet and has fuel, and only then', () => {
  const trucks = VEHICLE_STATUSES.flatMap((status) =>
    [false, true].flatMap((archived) => [false, true].map((needs_refuel) => ({ status, archived, needs_refuel }))),
  )
  expect(trucks.filter(isTruckAvailable)).toEqual([{ ...free, archived: false }])
  expect(trucks.filter(isTruckUnoccupied)).toEqual([
    { ...free, archived: false },
    { ...free, archived: false, needs_refuel: true },
  ])
})

it.each([
  ['archived', { ...free, archived: true, status: 'maintenance', needs_refuel: true }],
  ['maintenance', { ...free, status: 'maintenance', needs_refuel: true }],
  ['on-route', { ...free, status: 'on-route' }],
  ['low fuel', { ...free, needs_refuel: true }],
] as const)('is hindered: %s', (why, truck) => expect(findTruckUnavailability(truck)).toBe(why))
