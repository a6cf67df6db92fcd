/** ChangeZone: moves a zone on the map; its name and code stay. */

import { isDeepStrictEqual } from 'node:util'
import type { EventData } from '#contract/events.ts'
import { isOpen, type ZoneState } from '../aggregates/zone.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { NO_ZONE } from './close-zone.ts'

type ChangeZone = Omit<EventData<'ZoneChanged'>, 'changedAt'>

export const changeZone: Decide<ChangeZone, ZoneState, 'zone'> = (command, state, now) => {
  if (!isOpen(state, command.zoneId)) return NO_ZONE
  const { opened } = state
  const same = (a: unknown, b: unknown) => isDeepStrictEqual(a, b)
  if (same(opened.centre, command.centre) && same(opened.outline, command.outline)) return []
  return [event('ZoneChanged', { ...command, changedAt: now.toISOString() })]
}
