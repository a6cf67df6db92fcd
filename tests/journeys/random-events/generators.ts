/** Generates random events of every type in any order, including orders that no command produces. */
import type { EventType } from '#contract/events.ts'
import { accounts } from './accounts.ts'
import { analysisEvents } from './analyses.ts'
import { audit } from './audit.ts'
import { collections } from './collections.ts'
import { deliveries } from './deliveries.ts'
import { driver } from './driver.ts'
import { fleet } from './fleet.ts'
import { forecasts } from './forecasts.ts'
import type { Generator } from './ingredients.ts'
import { installation } from './installation.ts'
import { notificationEvents } from './notifications.ts'
import { reports } from './reports.ts'
import { settingsEvents } from './settings.ts'
import { sites } from './sites.ts'
import { zones } from './zones.ts'

/** Generators by name. */
export const generators = {
  ...accounts,
  ...analysisEvents,
  ...audit,
  ...collections,
  ...deliveries,
  ...driver,
  ...fleet,
  ...forecasts,
  ...installation,
  ...notificationEvents,
  ...reports,
  ...settingsEvents,
  ...sites,
  ...zones,
} satisfies Record<string, Generator>

export type GeneratorName = keyof typeof generators
type GeneratedType = Awaited<ReturnType<(typeof generators)[GeneratorName]>>['type']

/**
 * Event types without a generator, with reasons.
 * The compiler requires each type here or in the generators.
 */
export const NOT_GENERATED = {
  InstallationFounded: 'It is the first event of a log, and the only one of its kind: a start writes it.',
} satisfies Record<Exclude<EventType, GeneratedType>, string>
