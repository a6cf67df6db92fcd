/** Default validation messages: field name and allowed values. */

import { z } from 'zod'
import { lookUp } from '#domain/dictionary.ts'
import { formatNumber } from '#domain/number-format.ts'

type Issue = z.core.$ZodRawIssue

/**
 * Returns a field's label, such as 'Vehicle ID' for 'vehicle_id' and 'vehicleId'.
 * List members get their list's label.
 * Other keys stay unchanged.
 */
function fieldOf({ path = [] }: Issue): string {
  const key = path.findLast((part) => typeof part === 'string')
  if (key === undefined) return 'The request'
  if (!/^[a-z][A-Za-z_]*$/.test(key)) return key
  const words = key
    .replace(/([A-Z])/g, '_$1')
    .toLowerCase()
    .split('_')
  const text = words.map((word) => (word === 'id' || word === 'ids' ? word.replace('id', 'ID') : word)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const types: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be yes or no',
  array: 'must be a list',
}

const formats: Record<string, string> = {
  datetime: 'must be a date and a time',
  email: 'must be an email address',
}

const sizes: Record<string, string> = { string: ' characters', array: ' entries' }

/** Returns a text such as 'must have at most 20 characters'. */
function bounded(bound: string, amount: number | bigint, origin: string): string {
  const size = lookUp(sizes, origin)
  return `${size ? 'must have' : 'must be'} ${bound} ${formatNumber(amount)}${size ?? ''}`
}

function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'is required'
      return lookUp(types, issue.expected) ?? 'is not valid'
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'is required'
      if (issue.origin === 'array' && issue.minimum === 1) return 'must not be empty'
      return bounded(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)
    case 'too_big':
      return bounded(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
    case 'invalid_format':
      return lookUp(formats, issue.format) ?? 'is not valid'
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : 'is not one of the choices'
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_key':
      return 'is unknown'
    default:
      return 'is not valid'
  }
}

z.config({ customError: (issue) => `${fieldOf(issue)} ${wordsOf(issue)}` })
