/** How sentences name things: people by pseudonyms, materials by their shares. */
import { withUnit } from '#rules/figure.ts'
import type { EventData, EventType } from '../events.ts'

/** What whoever asks for sentences knows of those that they are about. */
export interface Names {
  /** A pseudonym such as 'Resident 7F3A91C2'; 'the installation' and 'the simulated city' for those. Never a name. */
  person(id: string | undefined): string
  /** 'North Dumping Site', or its id. */
  site(id: string): string
  /** '12 Mar 2026, 14:05', by the city's clocks. */
  moment(iso: string): string
}

/** A sentence for each type of event of a room. */
export type Sentences<T extends EventType> = { [K in T]: (data: EventData<K>, names: Names) => string }

export const listed = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** A report's id names its resident: 'report 3 of Resident 7F3A91C2'. */
export function report(id: string, { person }: Pick<Names, 'person'>): string {
  const [, userId, number] = /^(.*)\.(\d+)$/.exec(id) ?? []
  return userId === undefined ? `report ${id}` : `report ${number} of ${person(userId)}`
}

/** '60 % plastic, 40 % organic' of percents by material; none of what there is none. */
export function mix(composition: Readonly<Record<string, number>>): string {
  const parts = Object.entries(composition).filter(([, percent]) => percent > 0)
  return parts.length === 0
    ? 'unknown'
    : parts.map(([material, percent]) => `${withUnit(percent, '%')} ${material}`).join(', ')
}

/** What follows only where there is something to say. */
export const when = <T>(value: T | undefined, words: (value: T) => string) => (value === undefined ? '' : words(value))
