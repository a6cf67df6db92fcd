/** Translates queries of the read store to SQL over JSON rows. */
import { lookUp } from '#domain/dictionary.ts'
import type { Filter, Query } from './read-store.ts'

type Value = string | number | null

interface Sql {
  text: string
  values: Value[]
}

const OPERATORS: Record<string, string> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=', $ne: 'IS NOT' }

/**
 * Returns the SQL expression of a field.
 * Indexes and queries must use the same text.
 */
export function fieldExpressionOf(path: string): string {
  if (path === 'id' || path === 'position') return path
  const steps = path.split('.').map((step) => `."${step}"`)
  return `json_extract(row, '$${steps.join('').replaceAll("'", "''")}')`
}

/** Converts a value for SQLite, which returns JSON's booleans as 1 and 0. */
function toValue(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError('A filter compares with text, numbers, booleans and null.')
}

const joined = (parts: readonly Sql[], between: string, empty: string): Sql => ({
  text: parts.length === 0 ? empty : parts.map(({ text }) => text).join(between),
  values: parts.flatMap(({ values }) => values),
})

function amongSql(field: string, wanted: readonly unknown[]): Sql {
  const values = wanted.map(toValue)
  const plain = values.filter((value) => value !== null)
  // Pass all values in one parameter: SQLite allows at most 32,766 parameters.
  const some = { text: `${field} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(plain)] }
  return plain.length === values.length ? some : { ...some, text: `(${some.text} OR ${field} IS NULL)` }
}

function conditionSql(path: string, condition: unknown): Sql {
  const field = fieldExpressionOf(path)
  if (condition === null || condition === undefined) return { text: `${field} IS NULL`, values: [] }
  if (typeof condition !== 'object') return { text: `${field} = ?`, values: [toValue(condition)] }
  const parts = Object.entries(condition).map(([operator, value]): Sql => {
    if (operator === '$in') return amongSql(field, value as unknown[])
    const sign = lookUp(OPERATORS, operator)
    if (!sign) throw new TypeError(`A filter has no ${operator}.`)
    return { text: `${field} ${sign} ?`, values: [toValue(value)] }
  })
  return joined(parts, ' AND ', '1')
}

/** Returns the SQL condition of a filter. */
export function filterSqlOf({ $or: alternatives, ...fields }: Filter): Sql {
  const parts = Object.entries(fields).map(([path, condition]) => conditionSql(path, condition))
  if (alternatives) {
    const either = joined(alternatives.map(filterSqlOf), ') OR (', '0')
    parts.push({ text: `((${either.text}))`, values: either.values })
  }
  return joined(parts, ' AND ', '1')
}

/** Returns the SQL after the table's name: condition, order and limit. */
export function querySqlOf({ filter = {}, sort = {}, unsorted, skip = 0, limit }: Query): Sql {
  const where = filterSqlOf(filter)
  if (unsorted) return { text: `WHERE ${where.text}`, values: where.values }
  const order = Object.entries(sort).map(
    ([path, direction]) => `${fieldExpressionOf(path)} ${direction === 1 ? 'ASC' : 'DESC'}`,
  )
  return {
    text: `WHERE ${where.text} ORDER BY ${[...order, 'id'].join(', ')} LIMIT ? OFFSET ?`,
    values: [...where.values, limit ?? -1, skip],
  }
}
