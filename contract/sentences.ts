/** Every event as a sentence in plain words, without anybody's name. A type of event that has none does not compile. */

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

/** The sentence of an event in today's shape, or of one that a newer version wrote: that is named, and nothing said of it. */
export function sentenceOf(event: Event | { type: string; data: object }, names: Names): string {
  const { type, data } = event
  if (!isEventType(type)) return `${kindWords(type)}: written by another version of WasteSense`
  const sentence = (SENTENCES[type] as (data: object, names: Names) => string)(data, names)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
