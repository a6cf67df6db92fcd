/** Formats names in sentences: pseudonyms of people, sites, and shares of materials. */
import { withUnit } from '#domain/number-format.ts'
import type { EventData, EventType } from './events.ts'

/** Names that the caller supplies for sentences. */
export interface Names {
  /**
   * Returns a pseudonym such as 'Resident 7F3A91C2', never a name.
   * The installation and the simulated city have labels of their own.
   */
  person(id: string | undefined): string
  /** Returns 'North Dumping Site', or the id. */
  site(id: string): string
  /** Returns '12 Mar 2026, 14:05' in the city's time zone. */
  moment(iso: string): string
}

/** A sentence for each event type of a module. */
export type Sentences<T extends EventType> = { [K in T]: (data: EventData<K>, names: Names) => string }

export const joinWords = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/**
 * Returns 'report 3 of Resident 7F3A91C2'.
 * The id of a report contains its resident.
 */
export function report(id: string, { person }: Pick<Names, 'person'>): string {
  const [, userId, number] = /^(.*)\.(\d+)$/.exec(id) ?? []
  return userId === undefined ? `report ${id}` : `report ${number} of ${person(userId)}`
}

/** Returns '60 % plastic, 40 % organic' for percents by material; zero shares are omitted. */
export function compositionText(composition: Readonly<Record<string, number>>): string {
  const parts = Object.entries(composition).filter(([, percent]) => percent > 0)
  return parts.length === 0
    ? 'unknown'
    : parts.map(([material, percent]) => `${withUnit(percent, '%')} ${material}`).join(', ')
}

/** Returns the words for a value, or an empty string for undefined. */
export const ifDefined = <T>(value: T | undefined, words: (value: T) => string) =>
  value === undefined ? '' : words(value)
