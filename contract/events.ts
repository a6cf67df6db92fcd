/**
 * Schemas of all events of the log by type.
 * Sealed fields hold personal data, encrypted per person.
 */
import type { z } from 'zod'
import { accountEvents } from './accounts/events.ts'
import { analysisEvents } from './analyses/events.ts'
import { auditEvents } from './audit/events.ts'
import { deliveryEvents } from './deliveries/events.ts'
import { driverEvents } from './driver/events.ts'
import { fleetEvents } from './fleet/events.ts'
import { forecastEvents } from './forecasts/events.ts'
import { commandEvents, installationEvents } from './installation/events.ts'
import { notificationEvents } from './notifications/events.ts'
import { phoneEvents } from './phone/events.ts'
import { reportEvents } from './reports/events.ts'
import { collectionEvents } from './schedules/events.ts'
import { settingsEvents } from './settings/events.ts'
import { siteEvents } from './sites/events.ts'
import { zoneEvents } from './zones/events.ts'

export const eventSchemas = {
  ...accountEvents,
  ...reportEvents,
  ...collectionEvents,
  ...deliveryEvents,
  ...notificationEvents,
  ...fleetEvents,
  ...driverEvents,
  ...siteEvents,
  ...analysisEvents,
  ...zoneEvents,
  ...forecastEvents,
  ...settingsEvents,
  ...auditEvents,
  ...commandEvents,
  ...installationEvents,
  ...phoneEvents,
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
