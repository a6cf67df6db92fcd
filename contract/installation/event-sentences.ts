/** Sentences for events of zones, configuration, forecasts, notifications, phones and idempotency keys. */

import { type Message, msg, plural } from '#contract/languages/message.ts'
import { parseStoredMessage, toQuantityValue, toUntranslatedMessage } from '#contract/languages/values.ts'
import { type EventSentences, joinWords, ROLE_NAMES_PLURAL } from '../event-names.ts'
import type { forecastEvents } from '../forecasts/events.ts'
import type { notificationEvents } from '../notifications/events.ts'
import type { NotificationKind } from '../notifications/notifications.ts'
import type { phoneEvents } from '../phone/events.ts'
import { PHONE_GATEWAY_NAMES } from '../phone/gateways.ts'
import type { SmsOutcome } from '../phone/numbers.ts'
import type { settingsEvents } from '../settings/events.ts'
import { POLICIES_TARGET } from '../tables.ts'
import type { zoneEvents } from '../zones/events.ts'
import type { commandEvents, installationEvents } from './events.ts'

const NOTIFICATION_SUBJECTS: Record<NotificationKind, Message> = {
  threshold: msg`zone due for collection`,
  schedule: msg`collection scheduled`,
  dispatch: msg`truck on its way`,
  collected: msg`bin collected`,
  missed: msg`bin not collected`,
  composition: msg`site composition updated`,
  capacity: msg`site almost full`,
  forecast: msg`new forecast`,
  security: msg`unusual activity`,
  digest: msg`regular report`,
  notice: msg`notice`,
}

const overLimit = (who: string) => msg`A notification was not sent by SMS to ${{ who }}: the limit was reached`

const SMS_OUTCOME_SENTENCES: Record<SmsOutcome, (who: string) => Message> = {
  sent: (who) => msg`A notification was sent by SMS to ${{ who }}`,
  'too-many': overLimit,
  'daily-limit': overLimit,
  refused: (who) => msg`A notification was not sent by SMS to ${{ who }}: the gateway refused it`,
  unknown: (who) => msg`It is unknown whether a notification reached ${{ who }} by SMS`,
}

export const notificationEventSentences: EventSentences<keyof typeof notificationEvents> = {
  NotificationSent: ({ audience, userId, kind, zone }, { person }) => {
    const who = userId === undefined ? ROLE_NAMES_PLURAL[audience] : person(userId)
    return zone === undefined
      ? msg`${{ who }} notified: ${{ what: NOTIFICATION_SUBJECTS[kind] }}`
      : msg`${{ who }} notified: ${{ what: NOTIFICATION_SUBJECTS[kind] }} in ${{ zone }}`
  },
  NotificationRead: ({ readBy }, { person }) => msg`${{ who: person(readBy) }} read a notification`,
  NotificationPushed: ({ userId, devices }, { person }) =>
    msg`A notification was sent to ${plural({ devices }, { one: '# browser', other: '# browsers' })} of ${{ who: person(userId) }}`,
  NotificationMailed: () => msg`A notification was emailed`,
  NotificationTexted: ({ userId, outcome }, { person }) => SMS_OUTCOME_SENTENCES[outcome](person(userId)),
  NotificationTextBegun: ({ userId }, { person }) =>
    msg`An SMS to ${{ who: person(userId) }} was handed to the gateway`,
  NotificationTextRefused: ({ userId }, { person }) => msg`The gateway refused an SMS to ${{ who: person(userId) }}`,
  NotificationUndelivered: ({ userId }, { person }) => msg`An SMS to ${{ who: person(userId) }} did not arrive`,
  NotificationRestored: ({ restoredBy }, { person }) =>
    msg`${{ who: person(restoredBy) }} restored a notification from the archive`,
  NotificationArchived: ({ archivedBy }, { person }) => msg`${{ who: person(archivedBy) }} archived a notification`,
  PushSwitchedOn: ({ userId }, { person }) => msg`${{ who: person(userId) }} switched push notifications on`,
  PushSwitchedOff: ({ userId }, { person }) => msg`${{ who: person(userId) }} switched push notifications off`,
}

export const zoneEventSentences: EventSentences<keyof typeof zoneEvents> = {
  ZoneOpened: ({ zoneId, code, customers, openedBy }, { person }) =>
    msg`${{ who: person(openedBy) }} opened zone ${{ zone: zoneId }} (${{ code }}) for ${plural({ customers }, { one: '# customer', other: '# customers' })}`,
  ZoneChanged: ({ zoneId, changedBy }, { person }) =>
    msg`${{ who: person(changedBy) }} moved zone ${{ zone: zoneId }} on the map`,
  ZoneClosed: ({ zoneId, closedBy }, { person }) => msg`${{ who: person(closedBy) }} closed zone ${{ zone: zoneId }}`,
  ResidentsMoveBegun: ({ zoneId, to, begunBy }, { person }) =>
    msg`${{ who: person(begunBy) }} started moving the residents of ${{ zone: zoneId }} to ${{ to }}`,
  ResidentsMoved: ({ zoneId: zone, residents }) =>
    residents === 1
      ? msg`1 resident of ${{ zone }} was moved`
      : msg`${plural({ residents }, { one: '# resident', other: '# residents' })} of ${{ zone }} were moved`,
  ZoneCodeReserved: ({ code, zoneId }) => msg`Code ${{ code }} was reserved for zone ${{ zone: zoneId }}`,
}

export const forecastEventSentences: EventSentences<keyof typeof forecastEvents> = {
  ForecastMade: ({ madeOn, city: [first] }) =>
    first
      ? msg`A forecast was made on ${{ madeOn }}: ${{ tonnes: toQuantityValue(first.p50, 't') }} for ${{ date: first.date }}`
      : msg`A forecast was made on ${{ madeOn }}`,
  ForecastRequested: ({ requestedBy }, { person }) => msg`${{ who: person(requestedBy) }} requested a new forecast`,
  ForecastFailed: ({ madeOn, reason }) =>
    msg`The forecast on ${{ madeOn }} failed: ${{ reason: parseStoredMessage(reason) }}`,
  ForecastScored: ({ date, scores }) => {
    const city = scores.find(({ zone }) => zone === '')
    if (!city) return msg`The forecast for ${{ date }} was checked`
    const [predicted, actual] = [toQuantityValue(city.p50, 't'), toQuantityValue(city.actual, 't')]
    return msg`The forecast for ${{ date }} was checked: ${{ predicted }} predicted, ${{ actual }} arrived`
  },
}

/** Maximum number of changed values that a sentence names. */
const NAMED_CHANGES_LIMIT = 3

export const settingsEventSentences: EventSentences<keyof typeof settingsEvents> = {
  ConfigurationChanged: ({ version, changes, changedBy }, { person }) => {
    const paths = changes.slice(0, NAMED_CHANGES_LIMIT).map(({ path }) => toUntranslatedMessage(path))
    const more = changes.length - paths.length
    const rest = msg`${plural({ more }, { one: '# more', other: '# more' })}`
    const what = joinWords(more > 0 ? [...paths, rest] : paths)
    return msg`${{ who: person(changedBy) }} changed the configuration to version ${{ version }}: ${{ what }}`
  },
  MailServerSet: ({ isSet }) =>
    isSet ? msg`A mail server was set up` : msg`No mail server is set up: mails are saved to a folder`,
  ZoneConfigured: ({ zone, totalCustomers, changedBy }, { person }) =>
    msg`${{ who: person(changedBy) }} set the size of ${{ zone }} to ${plural({ customers: totalCustomers }, { one: '# customer', other: '# customers' })}`,
}

export const installationEventSentences: EventSentences<keyof typeof installationEvents | keyof typeof commandEvents> =
  {
    InstallationFounded: () => msg`The installation was created: its log and its key store were linked`,
    RebuildRequested: ({ target, requestedBy }, { person }) =>
      target === POLICIES_TARGET
        ? msg`${{ who: person(requestedBy) }} rebuilt the data of the background rules from the log`
        : msg`${{ who: person(requestedBy) }} rebuilt the screen data ${{ view: target }}`,
    JobRetried: ({ jobId, retriedBy }, { person }) => msg`${{ who: person(retriedBy) }} retried the job ${{ jobId }}`,
    KeyClaimed: () => msg`A command was registered so that it can’t run twice`,
  }

export const phoneEventSentences: EventSentences<keyof typeof phoneEvents> = {
  GatewaySecretCreated: ({ gateway, createdBy }, { person }) =>
    msg`${{ who: person(createdBy) }} created a secret of ${{ gateway: PHONE_GATEWAY_NAMES[gateway] }}`,
  GatewaySecretsRevoked: ({ gateway, which, revokedBy }, { person }) =>
    which === 'all'
      ? msg`${{ who: person(revokedBy) }} revoked all secrets of ${{ gateway: PHONE_GATEWAY_NAMES[gateway] }}`
      : msg`${{ who: person(revokedBy) }} revoked the replaced secret of ${{ gateway: PHONE_GATEWAY_NAMES[gateway] }}`,
  PhoneLinked: ({ userId }, { person }) => msg`A phone number was linked to the account of ${{ who: person(userId) }}`,
  PhoneUnlinked: ({ userId }, { person }) => msg`${{ who: person(userId) }} removed a phone number from the account`,
}
