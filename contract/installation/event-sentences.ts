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
  threshold: 'that a zone is due for collection',
  schedule: 'of a scheduled collection',
  dispatch: 'of a truck on its way',
  collected: 'that their bin was collected',
  missed: 'that a truck went without their bin',
  composition: 'of a new composition of a site',
  capacity: 'that a site is almost full',
  forecast: 'of a forecast',
  security: 'of something unusual',
  digest: 'the figures of their report',
  notice: 'something of note',
}

export const notifications: Sentences<keyof typeof told> = {
  NotificationSent: ({ audience, userId, kind, zone }, { person }) =>
    `${userId === undefined ? `All ${audience}s were` : `${person(userId)} was`} told ${ABOUT[kind]}${ifDefined(zone, (name) => ` in ${name}`)}`,
  NotificationRead: ({ readBy }, { person }) => `${person(readBy)} read a notification`,
  NotificationPushed: ({ userId, devices }, { person }) =>
    `A notification was pushed to ${countNoun(devices, 'browser')} of ${person(userId)}`,
  NotificationMailed: () => 'A notification went out by mail',
  NotificationRestored: ({ restoredBy }, { person }) => `${person(restoredBy)} took a notification out of the archive`,
  NotificationArchived: ({ archivedBy }, { person }) => `${person(archivedBy)} archived a notification`,
  PushSwitchedOn: ({ userId }, { person }) => `${person(userId)} switched push notifications on`,
  PushSwitchedOff: ({ userId }, { person }) => `No browser of ${person(userId)} takes push notifications any more`,
}

export const zones: Sentences<keyof typeof placed> = {
  ZoneOpened: ({ zoneId, code, customers, openedBy }, { person }) =>
    `${person(openedBy)} opened zone ${zoneId} (${code}) for ${countNoun(customers, 'customer')}`,
  ZoneChanged: ({ zoneId, changedBy }, { person }) => `${person(changedBy)} placed zone ${zoneId} anew on the map`,
  ZoneClosed: ({ zoneId, closedBy }, { person }) => `${person(closedBy)} closed zone ${zoneId}`,
  ResidentsMoveBegun: ({ zoneId, to, begunBy }, { person }) =>
    `${person(begunBy)} began to move the residents of ${zoneId} to ${to}`,
  ResidentsMoved: ({ zoneId, residents }) =>
    `${countNoun(residents, 'resident')} of ${zoneId} ${residents === 1 ? 'was' : 'were'} moved`,
  ZoneCodeReserved: ({ code, zoneId }) => `Code ${code} was reserved for zone ${zoneId}`,
}

export const forecasts: Sentences<keyof typeof foreseen> = {
  ForecastMade: ({ madeOn, city: [first] }) =>
    `A forecast was made on ${madeOn}${ifDefined(first, ({ date, p50 }) => `: ${withUnit(p50, 't')} for ${date}`)}`,
  ForecastRequested: ({ requestedBy }, { person }) => `${person(requestedBy)} asked for a new forecast`,
  ForecastFailed: ({ madeOn, reason }) => `The forecast of ${madeOn} failed: ${reason}`,
  ForecastScored: ({ date, scores }) => {
    const city = scores.find(({ zone }) => zone === '')
    return `The forecast of ${date} was scored${ifDefined(city, ({ p50, actual }) => `: ${withUnit(p50, 't')} foreseen, ${withUnit(actual, 't')} came`)}`
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
    isSet ? 'A mail server was set up' : 'Mails lie in a folder: no mail server is set up',
  ZoneConfigured: ({ zone, totalCustomers, changedBy }, { person }) =>
    `${person(changedBy)} configured ${zone} with ${countNoun(totalCustomers, 'customer')}`,
}

export const installation: Sentences<keyof typeof founded | keyof typeof left> = {
  InstallationFounded: () => 'The installation was founded: its log and its vault belong together',
  RebuildRequested: ({ target, requestedBy }, { person }) =>
    target === POLICIES_TARGET
      ? `${person(requestedBy)} had the policies read the log anew`
      : `${person(requestedBy)} had the view of ${target} rebuilt`,
  JobRetried: ({ jobId, retriedBy }, { person }) => `${person(retriedBy)} had the job ${jobId} tried at once`,
  KeyClaimed: () => 'A command’s key was claimed, so that repeating the command changes nothing',
}
