/** A zone's configuration: how many customers it has. */

import type { Zone } from '#rules/city.ts'
import { category } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

export interface ZoneState {
  totalCustomers?: number
}

/** A zone's name as stream names have it. */
export const zoneText = (zone: Zone) => zone.toLowerCase().replaceAll(' ', '-')

export const zoneAggregate = category<ZoneState, 'zone', Zone>(
  'zone',
  {},
  { ZoneConfigured: (_, { totalCustomers }) => ({ totalCustomers }) },
  zoneText,
)

export interface ConfigureZone {
  zone: Zone
  totalCustomers: number
  changedBy: string
}

/** ConfigureZone: sets the customers of a zone; the same figure again changes nothing. */
export const configureZone: Decide<ConfigureZone, ZoneState, 'zone'> = (command, state, now) =>
  state.totalCustomers === command.totalCustomers
    ? []
    : [event('ZoneConfigured', { ...command, changedAt: now.toISOString() })]
