/** Tests the end of a shift: plausible readings, and no load left in the truck. */
import { describe, it } from 'vitest'
import { vehicle } from '../aggregates/vehicle.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { endShift } from './end-shift.ts'

const at = NOW.toISOString()
const registered = createEvent('VehicleRegistered', {
  ...{ vehicleId: 'T001', type: 'side_loader', make: 'Ford', model: 'Transit', year: 2022, registrationNumber: 'GW-1' },
  ...{ fuelEfficiency: 8, tankCapacity: 80, fuelLevel: 40, registeredBy: 'd1', registeredAt: at },
})
const shift = { userId: 'v1', vehicleId: 'T001', fuelLevel: 30, odometer: 1_000 }
const ended = createEvent('ShiftEnded', { ...shift, endedAt: at })

describe('a shift', () => {
  it('ends with what the driver read', () => givenEvents(vehicle, [registered]).when(endShift, shift).then([ended]))
  it('ends without a reading', () =>
    givenEvents(vehicle, [registered])
      .when(endShift, { userId: 'v1', vehicleId: 'T001' })
      .then([createEvent('ShiftEnded', { userId: 'v1', vehicleId: 'T001', endedAt: at })]))
  it.each([{ fuelLevel: 81 }, { odometer: 999 }])('does not end with %o', (wrong) =>
    givenEvents(vehicle, [registered, ended])
      .when(endShift, { ...shift, ...wrong })
      .then({ rejected: 'bad-request' }),
  )
})
