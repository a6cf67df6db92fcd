/** Texts of the history's filters; people appear with pseudonyms, also for ids in the address. */
import { eventTypeLabel } from '#contract/audit/event-type-label.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { isDate } from '#web/lib/format/dates.ts'
import { writeDay } from '#web/ui/date-field/calendar.ts'
import type { FilterName } from './history-state.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const isCode = (who: string) => /^[0-9A-F]{8}$/.test(who)
/** Returns a pseudonym such as '7F3A91C2'. */
const codeOf = (who: string) => (isCode(who) ? who : pseudonymOf(who).split(' ').at(-1))

export const roleWords = (role: string) => (role === 'system' ? 'The installation' : capital(role))

/**
 * Formats a report's id, which identifies its resident, as 'Report 3 of 7F3A91C2'.
 * Returns undefined for other ids.
 */
export function reportWords(id: string): string | undefined {
  const [, reporter, number] = /^(u[0-9a-f]{20})\.(\d+)$/.exec(id) ?? []
  return reporter && `Report ${number} of ${codeOf(reporter)}`
}

function thingWords(thing: string): string {
  const [, kind, id] = /^([a-z]+):(.*)$/.exec(thing) ?? []
  if (kind === 'account') return `Account ${codeOf(id ?? '')}`
  const [, reporter, number] = /^report:(.*)\.(\d+)$/.exec(thing) ?? []
  if (reporter) return `Report ${number} of ${codeOf(reporter)}`
  return kind ? `${capital(kind)} ${id}` : thing
}

const dayWords = (day: string) => (isDate(day) ? writeDay(day) : day)

const WORDS: Partial<Record<FilterName, (value: string) => string>> = {
  from: (day) => `From ${dayWords(day)}`,
  to: (day) => `To ${dayWords(day)}`,
  kind: eventTypeLabel,
  role: roleWords,
  actor: (who) => `By ${codeOf(who)}`,
  thing: thingWords,
}

export const filterWords = (name: FilterName, value: string) => WORDS[name]?.(value) ?? value
