/** A zone's configuration: how many customers it has. */

import type { Event } from '#contract/events.ts'
import type { Zone } from '#rules/city.ts'
import { type Aggregate, type Decide, event } from '../kernel/decider.ts'

export interface ZoneState {
  totalCustomers?: number
}

export const zoneAggregate: Aggregate<ZoneState> = {
  initial: {},
  evolve(state, one: Event): ZoneState {
    return one.type === 'ZoneConfigured' ? { totalCustomers: one.data.totalCustomers } : state
  },
}

export const zoneStream = (zone: Zone) => `zone-${zone.toLowerCase().replaceAll(' ', '-')}`

export interface ConfigureZone {
  zone: Zone
  totalCustomers: number
  changedBy: string
}

/** ConfigureZone: sets the customers of a zone; the same figure again changes nothing. */
export const configureZone: Decide<ConfigureZone, ZoneState> = (command, state, now) =>
  state.totalCustomers === command.totalCustomers
    ? []
    : [event('ZoneConfigured', { ...command, changedAt: now.toISOString() })]
