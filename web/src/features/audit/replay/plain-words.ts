/** Values of fields in plain words. */
import { counted, inNumbers } from '#web/format/numbers.ts'
import { momentWords } from './moment-words.ts'

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const number = inNumbers({ maximumFractionDigits: 2 })
/** Longest list that is spelled out; a longer one becomes a count. */
const LISTED = 6

/**
 * Formats 'in-progress' as 'in progress', and times in the city's time zone.
 * Returns undefined for no value.
 */
export function plainWords(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return number(value)
  if (typeof value === 'string') return TIME.test(value) ? momentWords(Date.parse(value)) : value
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.length === 0) return 'none'
  const isShort = value.length <= LISTED && value.every((part) => typeof part !== 'object')
  return isShort ? value.map(plainWords).join(', ') : counted(value.length, 'part')
}
