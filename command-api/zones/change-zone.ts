/** ChangeZone: moves a zone on the map; its name and code stay. */

import { isDeepStrictEqual } from 'node:util'
import type { EventData } from '#contract/events.ts'
import { isZoneOpen, type ZoneState } from '../aggregates/zone.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { NO_ZONE_REJECTION } from './close-zone.ts'

type ChangeZone = Omit<EventData<'ZoneChanged'>, 'changedAt'>

export const changeZone: Decider<ChangeZone, ZoneState, 'zone'> = (command, state, now) => {
  if (!isZoneOpen(state, command.zoneId)) return NO_ZONE_REJECTION
  const { opened } = state
  const same = (a: unknown, b: unknown) => isDeepStrictEqual(a, b)
  if (same(opened.centre, command.centre) && same(opened.outline, command.outline)) return []
  return [createEvent('ZoneChanged', { ...command, changedAt: now.toISOString() })]
}
