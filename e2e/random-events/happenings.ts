/** Random events of every type in any order, including orders no decider writes. */
import type { EventType } from '#contract/events.ts'
import { accounts } from './accounts.ts'
import { analysisHappenings } from './analyses.ts'
import { audit } from './audit.ts'
import { collections } from './collections.ts'
import { deliveries } from './deliveries.ts'
import { fleet } from './fleet.ts'
import { forecasts } from './forecasts.ts'
import { installation } from './installation.ts'
import type { Make } from './made.ts'
import { notificationHappenings } from './notifications.ts'
import { reports } from './reports.ts'
import { settingsHappenings } from './settings.ts'
import { sites } from './sites.ts'
import { zones } from './zones.ts'

/** Generators by name. */
export const happenings = {
  ...accounts,
  ...analysisHappenings,
  ...audit,
  ...collections,
  ...deliveries,
  ...fleet,
  ...forecasts,
  ...installation,
  ...notificationHappenings,
  ...reports,
  ...settingsHappenings,
  ...sites,
  ...zones,
} satisfies Record<string, Make>

export type Happening = keyof typeof happenings
type Happened = Awaited<ReturnType<(typeof happenings)[Happening]>>['type']

/** Event types that are never generated, with reasons. The types require completeness. */
export const NEVER_HAPPENS = {
  InstallationFounded: 'It is the first event of a log, and the only one of its kind: a start writes it.',
} satisfies Record<Exclude<EventType, Happened>, string>
