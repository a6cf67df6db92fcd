/**
 * Describes every event as a sentence without personal names.
 * An event type without a sentence does not compile.
 */

import { kindWords } from './audit/kind-words.ts'
import type { Event, EventType } from './events.ts'
import { accounts } from './sentences/accounts.ts'
import { audit } from './sentences/audit.ts'
import { collections } from './sentences/collections.ts'
import { deliveries } from './sentences/deliveries.ts'
import { fleet } from './sentences/fleet.ts'
import { forecasts, installation, notifications, settings, zones } from './sentences/installation.ts'
import type { Names, Sentences } from './sentences/names.ts'
import { reports } from './sentences/reports.ts'
import { analyses, sites } from './sentences/sites.ts'
import { isEventType } from './streams.ts'

export type { Names } from './sentences/names.ts'

const SENTENCES: Sentences<EventType> = {
  ...accounts,
  ...audit,
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
  ...installation,
}

/**
 * Returns the sentence of an event.
 * An event of an unknown type gets a generic sentence.
 */
export function sentenceOf(event: Event | { type: string; data: object }, names: Names): string {
  const { type, data } = event
  if (!isEventType(type)) return `${kindWords(type)}: written by another version of WasteSense`
  const sentence = (SENTENCES[type] as (data: object, names: Names) => string)(data, names)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
