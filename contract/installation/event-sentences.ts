/** Sentences of the installation: zones, configuration, forecasts, notifications and idempotency keys. */

import { countNoun, formatNumber, withUnit } from '#domain/number-format.ts'
import { POLICIES_TARGET } from '../audit/rebuilds.ts'
import { ifDefined, joinWords, type Sentences } from '../event-names.ts'
import type { forecasts as foreseen } from '../forecasts/events.ts'
import type { notifications as told } from '../notifications/events.ts'
import type { NotificationKind } from '../notifications/notifications.ts'
import type { settings as configured } from '../settings/events.ts'
import type { zones as placed } from '../zones/events.ts'
import type { commands as left } from './command-events.ts'
import type { installation as founded } from './events.ts'

const ABOUT: Record<NotificationKind, string> = {
  threshold: 'zone due for collection',
  schedule: 'collection scheduled',
  dispatch: 'truck on its way',
  collected: 'bin collected',
  missed: 'bin not collected',
  composition: 'site composition updated',
  capacity: 'site almost full',
  forecast: 'new forecast',
  security: 'unusual activity',
  digest: 'regular report',
  notice: 'notice',
}

export const notifications: Sentences<keyof typeof told> = {
  NotificationSent: ({ audience, userId, kind, zone }, { person }) =>
    `${userId === undefined ? `${audience}s` : person(userId)} notified: ${ABOUT[kind]}${ifDefined(zone, (name) => ` in ${name}`)}`,
  NotificationRead: ({ readBy }, { person }) => `${person(readBy)} read a notification`,
  NotificationPushed: ({ userId, devices }, { person }) =>
    `A notification was pushed to ${countNoun(devices, 'browser')} of ${person(userId)}`,
  NotificationMailed: () => 'A notification was mailed',
  NotificationRestored: ({ restoredBy }, { person }) =>
    `${person(restoredBy)} restored a notification from the archive`,
  NotificationArchived: ({ archivedBy }, { person }) => `${person(archivedBy)} archived a notification`,
  PushSwitchedOn: ({ userId }, { person }) => `${person(userId)} switched push notifications on`,
  PushSwitchedOff: ({ userId }, { person }) => `${person(userId)} switched push notifications off`,
}

export const zones: Sentences<keyof typeof placed> = {
  ZoneOpened: ({ zoneId, code, customers, openedBy }, { person }) =>
    `${person(openedBy)} opened zone ${zoneId} (${code}) for ${countNoun(customers, 'customer')}`,
  ZoneChanged: ({ zoneId, changedBy }, { person }) => `${person(changedBy)} moved zone ${zoneId} on the map`,
  ZoneClosed: ({ zoneId, closedBy }, { person }) => `${person(closedBy)} closed zone ${zoneId}`,
  ResidentsMoveBegun: ({ zoneId, to, begunBy }, { person }) =>
    `${person(begunBy)} started moving the residents of ${zoneId} to ${to}`,
  ResidentsMoved: ({ zoneId, residents }) =>
    `${countNoun(residents, 'resident')} of ${zoneId} ${residents === 1 ? 'was' : 'were'} moved`,
  ZoneCodeReserved: ({ code, zoneId }) => `Code ${code} was reserved for zone ${zoneId}`,
}

export const forecasts: Sentences<keyof typeof foreseen> = {
  ForecastMade: ({ madeOn, city: [first] }) =>
    `A forecast was made on ${madeOn}${ifDefined(first, ({ date, p50 }) => `: ${withUnit(p50, 't')} for ${date}`)}`,
  ForecastRequested: ({ requestedBy }, { person }) => `${person(requestedBy)} requested a new forecast`,
  ForecastFailed: ({ madeOn, reason }) => `The forecast of ${madeOn} failed: ${reason}`,
  ForecastScored: ({ date, scores }) => {
    const city = scores.find(({ zone }) => zone === '')
    return `The forecast of ${date} was scored${ifDefined(city, ({ p50, actual }) => `: ${withUnit(p50, 't')} predicted, ${withUnit(actual, 't')} arrived`)}`
  },
}

const MOST_PATHS = 3

export const settings: Sentences<keyof typeof configured> = {
  ConfigurationChanged: ({ version, changes, changedBy }, { person }) => {
    const paths = changes.slice(0, MOST_PATHS).map(({ path }) => path)
    const more = changes.length - paths.length
    const what = joinWords(more > 0 ? [...paths, `${formatNumber(more)} more`] : paths)
    return `${person(changedBy)} changed the configuration to version ${version}: ${what}`
  },
  MailServerSet: ({ isSet }) =>
    isSet ? 'A mail server was set up' : 'No mail server is set up: mails are saved to a folder',
  ZoneConfigured: ({ zone, totalCustomers, changedBy }, { person }) =>
    `${person(changedBy)} configured ${zone} with ${countNoun(totalCustomers, 'customer')}`,
}

export const installation: Sentences<keyof typeof founded | keyof typeof left> = {
  InstallationFounded: () => 'The installation was created: its log and its vault were paired',
  RebuildRequested: ({ target, requestedBy }, { person }) =>
    target === POLICIES_TARGET
      ? `${person(requestedBy)} rebuilt the policies from the log`
      : `${person(requestedBy)} rebuilt the view ${target}`,
  JobRetried: ({ jobId, retriedBy }, { person }) => `${person(retriedBy)} retried the job ${jobId}`,
  KeyClaimed: () => 'A command’s key was claimed to prevent repeats',
}
