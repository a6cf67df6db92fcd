/** Generates events of every type in any order, even impossible ones. */
import type { EventType } from '#contract/events.ts'
import { accountEventGenerators } from './accounts.ts'
import { analysisEventGenerators } from './analyses.ts'
import { auditEventGenerators } from './audit.ts'
import { collectionEventGenerators } from './collections.ts'
import { deliveryEventGenerators } from './deliveries.ts'
import { driverEventGenerators } from './driver.ts'
import { fleetEventGenerators } from './fleet.ts'
import { forecastEventGenerators } from './forecasts.ts'
import type { EventGenerator } from './ingredients.ts'
import { installationEventGenerators } from './installation.ts'
import { notificationEventGenerators } from './notifications.ts'
import { reportEventGenerators } from './reports.ts'
import { settingsEventGenerators } from './settings.ts'
import { siteEventGenerators } from './sites.ts'
import { zoneEventGenerators } from './zones.ts'

/** Generators of random events, by name. */
export const generators = {
  ...accountEventGenerators,
  ...analysisEventGenerators,
  ...auditEventGenerators,
  ...collectionEventGenerators,
  ...deliveryEventGenerators,
  ...driverEventGenerators,
  ...fleetEventGenerators,
  ...forecastEventGenerators,
  ...installationEventGenerators,
  ...notificationEventGenerators,
  ...reportEventGenerators,
  ...settingsEventGenerators,
  ...siteEventGenerators,
  ...zoneEventGenerators,
} satisfies Record<string, EventGenerator>

export type GeneratorName = keyof typeof generators
type GeneratedType = Awaited<ReturnType<(typeof generators)[GeneratorName]>>['type']

/**
 * Event types without a generator, with reasons.
 * The compiler requires each type here or in the generators.
 */
export const NOT_GENERATED_EVENT_TYPES = {
  InstallationFounded: 'It is the first event of a log, and the only one of its kind: a start writes it.',
} satisfies Record<Exclude<EventType, GeneratedType>, string>
