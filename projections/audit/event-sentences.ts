/** Describes events for auditors: sentences with pseudonyms, and data without personal fields. */

import { z } from 'zod'
import { type EventSubjectKind, eventSubjectsOf } from '#contract/audit/event-subjects.ts'
import type { HistoryEvent, NamedEventSubject } from '#contract/audit/history.ts'
import { describeReport } from '#contract/event-names.ts'
import { eventSentenceOf, type Names } from '#contract/event-sentences.ts'
import { eventSchemas } from '#contract/events.ts'
import { SOURCE_LOCALE, type TextLocale } from '#contract/languages/locales.ts'
import { type Message, msg, type Translator } from '#contract/languages/message.ts'
import { toUntranslatedMessage } from '#contract/languages/values.ts'
import { isEventType } from '#contract/streams.ts'
import { lookUp } from '#domain/dictionary.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { readerLocales } from '#domain/reader-locale.ts'
import type { AuditHistory } from '#platform/audit-log/history.ts'
import { isPerson, pseudonymCodeOf } from '#platform/audit-log/indexing.ts'
import { isSimulated } from '#platform/event-store/event-origin.ts'
import type { LoggedEvent, StoredEvent } from '#platform/event-store/event-store.ts'
import { upcast } from '#platform/event-store/upcast.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'

/** Actors that are not people. */
const SYSTEM_ACTORS: Record<string, Message> = {
  simulation: msg`the simulated city`,
  nobody: msg`someone not signed in`,
}

const PSEUDONYMS: Record<string, (code: string) => Message> = {
  Resident: (code) => msg`Resident ${{ code }}`,
  Dispatcher: (code) => msg`Dispatcher ${{ code }}`,
  Recycler: (code) => msg`Recycler ${{ code }}`,
  Admin: (code) => msg`Admin ${{ code }}`,
  Auditor: (code) => msg`Auditor ${{ code }}`,
  Driver: (code) => msg`Driver ${{ code }}`,
  Person: (code) => msg`Person ${{ code }}`,
}

function pseudonymText(pseudonym: string): Message {
  const [kind = '', code = ''] = pseudonym.split(' ')
  return lookUp(PSEUDONYMS, kind)?.(code) ?? toUntranslatedMessage(pseudonym)
}

/**
 * Wraps the history so that it reads each person's role only once.
 * Use the wrapped history for a single answer only.
 */
export function cacheRolesAndSites({
  role,
  site,
}: Pick<AuditHistory, 'role' | 'site'>): Pick<AuditHistory, 'role' | 'site'> {
  const roles = new Map<string, ReturnType<typeof role>>()
  return {
    role(id) {
      if (!roles.has(id)) roles.set(id, role(id))
      return roles.get(id)
    },
    site,
  }
}

/** Names of people and objects for one reader, with the translator for the reader's language. */
export interface TranslatedNames extends Names {
  translate: Translator
}

export function createTranslatedNames(
  history: Pick<AuditHistory, 'role' | 'site'>,
  timeZone: string,
  locale: TextLocale = SOURCE_LOCALE,
): TranslatedNames {
  const translate = translatorOf(locale)
  let moment: Intl.DateTimeFormat | undefined
  return {
    translate,
    person: (id = 'system') =>
      translate(
        isPerson(id)
          ? pseudonymText(pseudonymOf(id, history.role(id)))
          : (lookUp(SYSTEM_ACTORS, id) ?? msg`the system`),
      ),
    site: (id) => history.site(id) ?? id,
    moment(iso) {
      moment ??= new Intl.DateTimeFormat(readerLocales(locale), {
        timeZone,
        hourCycle: 'h23',
        dateStyle: 'medium',
        timeStyle: 'short',
      })
      return moment.format(Date.parse(iso))
    },
  }
}

/** Returns a stored event, upcast to the current version of its schema. */
export const upcastStored = (event: StoredEvent): LoggedEvent => upcast({ ...event, data: JSON.parse(event.data) })

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Describes an event for auditors: a sentence and its data.
 * `at` is the event's time, in epoch ms.
 */
export function describeEvent(
  event: LoggedEvent,
  at: number,
  names: TranslatedNames,
  history: Pick<AuditHistory, 'role'>,
): HistoryEvent {
  const { actor } = event.meta
  const role = isPerson(actor) ? history.role(actor) : ('system' as const)
  return {
    position: event.position,
    type: event.type,
    sentence: eventSentenceOf(event, names, names.translate),
    at: new Date(at).toISOString(),
    recordedAt: new Date(event.at).toISOString(),
    actor: {
      name: capital(names.person(actor)),
      ...(role && { role }),
      ...(isPerson(actor) && { code: pseudonymCodeOf(actor) }),
    },
    ...(isSimulated(event) && { simulated: true as const }),
  }
}

/** Maximum number of subjects listed per event, since a truck can carry hundreds of reports. */
const MAX_THINGS = 60

/** Returns an event's subjects, such as reports and trucks, with their names. */
export function describeEventSubjects({ data }: LoggedEvent, names: TranslatedNames): NamedEventSubject[] {
  return eventSubjectsOf(data)
    .map((thing) => {
      const kind = thing.slice(0, thing.indexOf(':')) as EventSubjectKind
      const id = thing.slice(kind.length + 1)
      return { kind, id, name: capital(nameOf(kind, id, names)) }
    })
    .filter(({ kind }) => !HIDDEN_KINDS.includes(kind))
    .slice(0, MAX_THINGS)
}

/**
 * Kinds of objects that sentences mention without an id.
 * Their ids mean nothing to readers, or would identify a person.
 */
const UNNAMED_KINDS: readonly EventSubjectKind[] = ['notification', 'analysis', 'forecast', 'finding']
/**
 * Kinds of objects that sentences about events never mention, because they only link events.
 * A claim reserves reports for a truck.
 * A move reassigns the residents of a zone.
 */
const HIDDEN_KINDS: readonly EventSubjectKind[] = ['claim', 'move']

function nameOf(kind: EventSubjectKind, id: string, names: TranslatedNames): string {
  if (kind === 'report') return names.translate(describeReport(id, names))
  if (kind === 'account') return names.person(id)
  if (kind === 'site') return names.site(id)
  if (kind === 'zone') return id
  return UNNAMED_KINDS.includes(kind) ? kind : `${kind} ${id}`
}

/** Personal fields that old events store unencrypted. */
const UNSEALED_FIELDS = ['facility', 'employeeId']

/** Returns stored data without personal values: 'sealed' if encrypted, otherwise 'withheld'. */
export function redactEventData({ type, data }: Pick<StoredEvent, 'type' | 'data'>): Record<string, unknown> {
  const sealed = sealedFields(type)
  const fields = Object.entries(JSON.parse(data) as object)
  return Object.fromEntries(
    fields.map(([field, value]) => {
      if (sealed.has(field)) return [field, 'sealed']
      return UNSEALED_FIELDS.includes(field) ? [field, 'withheld'] : [field, withoutSealed(value)]
    }),
  )
}

/**
 * Replaces encrypted values at any depth by 'sealed'.
 * In nested objects, such as the people found by a look-up, the field `sealed` is encrypted.
 */
function withoutSealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSealed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [field, field === 'sealed' ? 'sealed' : withoutSealed(part)]),
  )
}

function sealedFields(type: string): Set<string> {
  if (!isEventType(type)) return new Set()
  const fields: Record<string, z.ZodType> = eventSchemas[type].shape
  const isSealed = (schema: z.ZodType) =>
    (schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema).meta()?.sealed === true
  return new Set(Object.keys(fields).filter((field) => isSealed(lookUp(fields, field) as z.ZodType)))
}
