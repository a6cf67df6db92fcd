/** Formats names in sentences: pseudonyms, sites, and shares of materials. */
import { type Message, type MessageValue, msg } from '#contract/languages/message.ts'
import { joinMessages, toListMessageValue, toQuantityValue } from '#contract/languages/values.ts'
import type { Material, Role } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { EventData, EventType } from './events.ts'

/**
 * Formats names and times within sentences, in the reader's language.
 * Functions that build sentences take it as an argument.
 */
export interface NameFormatter {
  /**
   * Returns a pseudonym such as 'Resident 7F3A91C2', never a person's name.
   * The system and simulated residents have labels of their own.
   */
  person(id: string | undefined): string
  /** Returns a name such as 'North Dumping Site', or an unknown site's id. */
  site(id: string): string
  /** Returns a city time such as '12 Mar 2026, 14:05'. */
  moment(iso: string): string
}

/**
 * A sentence for each event type of a module.
 * A sentence may begin in lower case.
 */
export type EventSentences<T extends EventType> = { [K in T]: (data: EventData<K>, names: NameFormatter) => Message }

/** Joins words as 'a, b and c'; returns 'nothing' for none. */
export const joinWords = (words: readonly (string | Message)[]): MessageValue =>
  words.length === 0 ? msg`nothing` : toListMessageValue(words)

/**
 * Describes a report as 'report 3 of Resident 7F3A91C2'.
 * Report ids contain the resident's id.
 */
export function describeReport(id: string, { person }: Pick<NameFormatter, 'person'>): Message {
  const [, userId, number = ''] = /^(.*)\.(\d+)$/.exec(id) ?? []
  return userId === undefined ? msg`report ${{ id }}` : msg`report ${{ number }} of ${{ who: person(userId) }}`
}

const MATERIAL_NAMES: Record<Material, Message> = {
  plastic: msg`plastic`,
  paper: msg`paper`,
  glass: msg`glass`,
  metal: msg`metal`,
  organic: msg`organic`,
  textile: msg`textile`,
  other: msg`other`,
}

/** Describes percents as '60 % plastic, 40 % organic', without zero shares. */
export function describeComposition(composition: Readonly<Record<string, number>>): Message {
  const parts = Object.entries(composition).filter(([, percent]) => percent > 0)
  if (parts.length === 0) return msg`unknown`
  const shares = parts.map(([material, percent]) => {
    const name = lookUp<Message | undefined>(MATERIAL_NAMES, material) ?? material
    return msg`${{ percent: toQuantityValue(percent, '%') }} ${{ material: name }}`
  })
  return joinMessages(shares, ', ')
}

export const ROLE_NAMES: Record<Role, Message> = {
  resident: msg`resident`,
  dispatcher: msg`dispatcher`,
  recycler: msg`recycler`,
  admin: msg`admin`,
  auditor: msg`auditor`,
  driver: msg`driver`,
}

export const ROLE_NAMES_PLURAL: Record<Role, Message> = {
  resident: msg`residents`,
  dispatcher: msg`dispatchers`,
  recycler: msg`recyclers`,
  admin: msg`admins`,
  auditor: msg`auditors`,
  driver: msg`drivers`,
}

/** Adds details to a sentence, by default after commas; omits undefined ones. */
export const appendDetails = (sentence: Message, details: readonly (Message | undefined | false)[], separator = ', ') =>
  joinMessages([sentence, ...details.filter((detail) => detail !== undefined && detail !== false)], separator)
