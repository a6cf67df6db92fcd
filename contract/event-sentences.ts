/**
 * Describes every event in a sentence without personal names.
 * An event type without a sentence does not compile.
 */

import { type Message, msg, type Translator } from '#contract/languages/message.ts'
import { translateToEnglish } from '#contract/languages/translate.ts'
import { accountEventSentences } from './accounts/event-sentences.ts'
import { auditEventSentences } from './audit/event-sentences.ts'
import { eventTypeLabelOf } from './audit/event-subjects.ts'
import { deliveryEventSentences } from './deliveries/event-sentences.ts'
import { driverEventSentences } from './driver/event-sentences.ts'
import type { EventSentences, NameFormatter } from './event-names.ts'
import type { Event, EventType } from './events.ts'
import { fleetEventSentences } from './fleet/event-sentences.ts'
import {
  forecastEventSentences,
  installationEventSentences,
  notificationEventSentences,
  phoneEventSentences,
  settingsEventSentences,
  zoneEventSentences,
} from './installation/event-sentences.ts'
import { reportEventSentences } from './reports/event-sentences.ts'
import { collectionEventSentences } from './schedules/event-sentences.ts'
import { analysisEventSentences, siteEventSentences } from './sites/event-sentences.ts'
import { isEventType } from './streams.ts'

export type { NameFormatter as Names } from './event-names.ts'

const SENTENCES: EventSentences<EventType> = {
  ...accountEventSentences,
  ...auditEventSentences,
  ...reportEventSentences,
  ...collectionEventSentences,
  ...deliveryEventSentences,
  ...notificationEventSentences,
  ...fleetEventSentences,
  ...driverEventSentences,
  ...siteEventSentences,
  ...analysisEventSentences,
  ...zoneEventSentences,
  ...forecastEventSentences,
  ...settingsEventSentences,
  ...installationEventSentences,
  ...phoneEventSentences,
}

/**
 * Returns the sentence of an event.
 * An event of an unknown type gets a generic sentence.
 */
export function eventSentenceOf(
  event: Event | { type: string; data: object },
  names: NameFormatter,
  translate: Translator = translateToEnglish,
): string {
  const { type, data } = event
  if (!isEventType(type))
    return translate(msg`${{ type: eventTypeLabelOf(type) }}: written by another version of WasteSense`)
  const sentence = translate((SENTENCES[type] as (data: object, names: NameFormatter) => Message)(data, names))
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
