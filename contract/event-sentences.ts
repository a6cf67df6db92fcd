/**
 * Describes every event in a sentence without personal names.
 * An event type without a sentence does not compile.
 */

import { type Message, msg, type Translate } from '#contract/languages/message.ts'
import { english } from '#contract/languages/translate.ts'
import { accounts } from './accounts/event-sentences.ts'
import { audit } from './audit/event-sentences.ts'
import { eventTypeLabel } from './audit/event-type-label.ts'
import { deliveries } from './deliveries/event-sentences.ts'
import { driver } from './driver/event-sentences.ts'
import type { NameFormatter, Sentences } from './event-names.ts'
import type { Event, EventType } from './events.ts'
import { fleet } from './fleet/event-sentences.ts'
import { forecasts, installation, notifications, settings, zones } from './installation/event-sentences.ts'
import { phone } from './phone/event-sentences.ts'
import { reports } from './reports/event-sentences.ts'
import { collections } from './schedules/event-sentences.ts'
import { analyses, sites } from './sites/event-sentences.ts'
import { isEventType } from './streams.ts'

export type { NameFormatter as Names } from './event-names.ts'

const SENTENCES: Sentences<EventType> = {
  ...accounts,
  ...audit,
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
  ...installation,
  ...phone,
}

/**
 * Returns the sentence of an event.
 * An event of an unknown type gets a generic sentence.
 */
export function sentenceOf(
  event: Event | { type: string; data: object },
  names: NameFormatter,
  translate: Translate = english,
): string {
  const { type, data } = event
  if (!isEventType(type))
    return translate(msg`${{ type: eventTypeLabel(type) }}: written by another version of WasteSense`)
  const sentence = translate((SENTENCES[type] as (data: object, names: NameFormatter) => Message)(data, names))
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
