/**
 * Schemas of all events of the log by type.
 * Sealed fields hold personal data, encrypted per person.
 */
import type { z } from 'zod'
import { accounts } from './events/accounts.ts'
import { analyses } from './events/analyses.ts'
import { audit } from './events/audit.ts'
import { collections } from './events/collections.ts'
import { commands } from './events/commands.ts'
import { deliveries } from './events/deliveries.ts'
import { fleet } from './events/fleet.ts'
import { forecasts } from './events/forecasts.ts'
import { installation } from './events/installation.ts'
import { notifications } from './events/notifications.ts'
import { reports } from './events/reports.ts'
import { settings } from './events/settings.ts'
import { sites } from './events/sites.ts'
import { zones } from './events/zones.ts'

export const eventSchemas = {
  ...accounts,
  ...reports,
  ...collections,
  ...deliveries,
  ...notifications,
  ...fleet,
  ...sites,
  ...analyses,
  ...zones,
  ...forecasts,
  ...settings,
  ...audit,
  ...commands,
  ...installation,
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
