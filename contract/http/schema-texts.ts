/** Recognises the English messages of schemas, so that servers can translate them. */

import { type Message, type MessageValue, msg } from '#contract/languages/message.ts'
import { lookUp } from '#domain/dictionary.ts'
import { parseStoredMessage, toNumberValue, toQuantityValue } from '../languages/values.ts'

/**
 * Regular expressions for the values in schema messages, by the value's name.
 * A value whose name is not listed can be any text.
 */
const VALUES: Record<string, string> = { amount: '-?[\\d,.]+', weight: '[\\d,.]+\u00a0kg' }

function patternOf(message: string): RegExp {
  const parts = message.split(/\{(\w+)\}/)
  const source = parts.map((part, index) =>
    index % 2 === 0 ? part.replace(/[.*+?^$()|[\]\\]/g, '\\$&') : `(?<${part}>${lookUp(VALUES, part) ?? '.+'})`,
  )
  return new RegExp(`^${source.join('')}$`, 's')
}

/**
 * Placeholders for the message patterns in this file.
 * Their values are only samples.
 */
const [field, amount, weight, keys, from, to] = ['', 0, '', '', '', '']

/**
 * Patterns of validation messages with variable values.
 * The first matching pattern provides the translation.
 */
const PATTERNS = [
  msg`${{ field }} is required`,
  msg`${{ field }} must be text`,
  msg`${{ field }} must be a number`,
  msg`${{ field }} must be a whole number`,
  msg`${{ field }} must be yes or no`,
  msg`${{ field }} must be a list`,
  msg`${{ field }} must be a date and a time`,
  msg`${{ field }} must be an email address`,
  msg`${{ field }} must not be empty`,
  msg`${{ field }} is not valid`,
  msg`${{ field }} is not one of the choices`,
  msg`${{ field }} is unknown`,
  msg`${{ field }} has unknown fields: ${{ keys }}`,
  msg`${{ field }} must have at least ${{ amount }} characters`,
  msg`${{ field }} must have at most ${{ amount }} characters`,
  msg`${{ field }} must have at least ${{ amount }} entries`,
  msg`${{ field }} must have at most ${{ amount }} entries`,
  msg`${{ field }} must be at least ${{ amount }} characters`,
  msg`${{ field }} must be at most ${{ amount }} characters`,
  msg`${{ field }} must be at least ${{ amount }}`,
  msg`${{ field }} must be at most ${{ amount }}`,
  msg`${{ field }} must be more than ${{ amount }}`,
  msg`${{ field }} must be less than ${{ amount }}`,
  msg`Use at most ${{ amount }} characters`,
  msg`Use at most ${{ amount }} details`,
  msg`At most ${{ amount }} characters`,
  msg`At most ${{ amount }} litres`,
  msg`At most ${{ amount }} km`,
  msg`At most ${{ amount }} boxes`,
  msg`At most ${{ amount }} corners`,
  msg`At most ${{ amount }}`,
  msg`At least ${{ amount }}`,
  msg`Scales take at most ${{ weight }}`,
  msg`A truck carries at most ${{ weight }}`,
  msg`Enter a date from ${{ from }} to ${{ to }}`,
  msg`A period has at most ${{ amount }} days.`,
].map(({ message }) => ({ message, pattern: patternOf(message) }))

/**
 * Translations of field names in schema texts.
 * Other names stay English.
 */
const FIELDS: Record<string, Message> = Object.fromEntries(
  [
    msg`Name`,
    msg`Email`,
    msg`Email or Employee ID`,
    msg`Employee ID`,
    msg`Password`,
    msg`Zone`,
    msg`Phone`,
    msg`Type`,
    msg`Make`,
    msg`Model`,
    msg`Year`,
    msg`Registration Number`,
    msg`Fuel Efficiency`,
    msg`Tank Capacity`,
    msg`Current Fuel Level`,
    msg`Vehicle ID`,
    msg`Ticket number`,
    msg`Reason`,
    msg`Explanation`,
    msg`Name or email`,
    msg`Title`,
    msg`Message`,
    msg`City`,
    msg`Country`,
    msg`Symbol`,
    msg`Code`,
    msg`The request`,
  ].map((name) => [name.message, name]),
)

function valueIn(name: string, text: string): MessageValue {
  if (name === 'field') return lookUp(FIELDS, text) ?? text
  const amount = Number(text.replace(/[^\d.-]/g, ''))
  if (name === 'weight') return toQuantityValue(amount, 'kg')
  return name === 'amount' ? toNumberValue(amount) : text
}

/** Returns the translatable message for an English text of a schema. */
export function toSchemaMessage(text: string): Message {
  for (const { message, pattern } of PATTERNS) {
    const groups = pattern.exec(text)?.groups
    if (!groups) continue
    const values = Object.entries(groups).map(([name, words]) => [name, valueIn(name, words)] as const)
    return { message, values: Object.fromEntries(values) }
  }
  return parseStoredMessage(text)
}
