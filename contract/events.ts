/**
 * Schemas of all events of the log by type.
 * Sealed fields hold personal data, encrypted per person.
 */
import type { z } from 'zod'
import { accounts } from './accounts/events.ts'
import { analyses } from './analyses/events.ts'
import { audit } from './audit/events.ts'
import { deliveries } from './deliveries/events.ts'
import { driver } from './driver/events.ts'
import { fleet } from './fleet/events.ts'
import { forecasts } from './forecasts/events.ts'
import { commands } from './installation/command-events.ts'
import { installation } from './installation/events.ts'
import { notifications } from './notifications/events.ts'
import { phone } from './phone/events.ts'
import { reports } from './reports/events.ts'
import { collections } from './schedules/events.ts'
import { settings } from './settings/events.ts'
import { sites } from './sites/events.ts'
import { zones } from './zones/events.ts'

export const eventSchemas = {
  ...accounts,
  ...reports,
  ...collections,
  ...deliveries,
  ...notifications,
  ...fleet,
  ...driver,
  ...sites,
  ...analyses,
  ...zones,
  ...forecasts,
  ...settings,
  ...audit,
  ...commands,
  ...installation,
  ...phone,
}

export type EventType = keyof typeof eventSchemas
/** Data of an event by its type. */
export type EventData<T extends EventType> = z.infer<(typeof eventSchemas)[T]>
/**
 * An event by its type.
 * `EventOf<'BinReportedFull' | 'ReportCollected'>` is a union to switch over.
 */
export type EventOf<T extends EventType> = T extends EventType ? { type: T; data: EventData<T> } : never
export type Event = EventOf<EventType>
