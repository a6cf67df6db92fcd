/** Tests simulated sites and trucks: stable initial data, unique ids. */
import { describe, it } from 'vitest'
import { siteAggregate } from '#command-api/aggregates/site.ts'
import { vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { registerVehicle } from '#command-api/fleet/register-vehicle.ts'
import { createEvent } from '#command-api/kernel/decider.ts'
import { givenEvents, NOW } from '#command-api/kernel/fixtures.ts'
import { openSite } from '#command-api/sites/open-site.ts'

const at = NOW.toISOString()

describe('OpenSite', () => {
  const { id, ...rest } = {
    id: 'WS009',
    name: 'West',
    location: 'Accra',
    zone: 'Ayawaso West' as const,
    coordinates: { lat: 5.6, lng: -0.2 },
    maxCapacity: 1000,
    currentCapacity: 0,
    composition: { plastic: 33.3, paper: 33.3, other: 33.4 },
  }
  const command = { id, ...rest, openedBy: 'd1' }
  const opened = createEvent('SiteOpened', { siteId: id, ...rest, openedBy: 'd1', openedAt: at })
  it('opens it', () => givenEvents(siteAggregate, []).when(openSite, command).then([opened]))
  it('takes an id once', () =>
    givenEvents(siteAggregate, [opened])
      .when(openSite, command)
      .then({ rejected: 'conflict', message: 'Site ID already exists' }))
  it('accepts a composition of tenths that make 100', () =>
    givenEvents(siteAggregate, [])
      .when(openSite, { ...command, composition: { plastic: 0.1, paper: 0.7, glass: 99.2 } })
      .then([createEvent('SiteOpened', { ...opened.data, composition: { plastic: 0.1, paper: 0.7, glass: 99.2 } })]))
  it('refuses a composition that is not 100', () =>
    givenEvents(siteAggregate, [])
      .when(openSite, { ...command, composition: { plastic: 99 } })
      .then({ rejected: 'bad-request', message: 'Total percentage must equal 100%' }))
})

describe('RegisterVehicle', () => {
  const command = {
    id: 'T009',
    type: 'rear_loader',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    registration_number: 'GW-1-22',
    fuel_efficiency_kmpl: 10,
    tank_capacity_liters: 80,
    current_fuel_level: 80,
    registeredBy: 'd1',
  } as const
  const registered = createEvent('VehicleRegistered', {
    vehicleId: 'T009',
    type: 'rear_loader',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    registrationNumber: 'GW-1-22',
    fuelEfficiency: 10,
    tankCapacity: 80,
    fuelLevel: 80,
    registeredBy: 'd1',
    registeredAt: at,
  })
  it('registers a truck with a full tank', () =>
    givenEvents(vehicleAggregate, []).when(registerVehicle, command).then([registered]))
  it('takes an id once', () =>
    givenEvents(vehicleAggregate, [registered])
      .when(registerVehicle, command)
      .then({ rejected: 'conflict', message: 'Vehicle ID already exists' }))
  it('refuses more fuel than the tank holds', () =>
    givenEvents(vehicleAggregate, [])
      .when(registerVehicle, { ...command, current_fuel_level: 80.1 })
      .then({ rejected: 'bad-request', errors: { current_fuel_level: 'More than the tank holds' } }))
})
