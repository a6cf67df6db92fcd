/** All GET endpoints with the widest queries that their schemas accept. */
import { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'

/** The longest period that a statement may cover: five years. */
const FIVE_YEARS = new Map([
  ['from', '2021-12-28'],
  ['to', '2026-12-31'],
])
const WIDE_DAYS = ['0001-01-01', '1000-01-01', '2024-02-29', ...FIVE_YEARS.values(), '9999-12-31']
const WIDE_TIMES = ['0001-01-01T00:00:00Z', '1000-01-01T00:00:00Z', '2024-02-29T23:59:59Z', '9999-12-31T23:59:59Z']
const WIDE_TEXTS = [...WIDE_TIMES, '0', String(Number.MAX_SAFE_INTEGER), 'a']
export const EXTREME_MOMENTS = [...WIDE_TIMES, '0', String(Number.MAX_SAFE_INTEGER)]

interface FieldSchema {
  type?: string
  format?: string
  enum?: (string | number)[]
  const?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

interface Field {
  name: string
  isRequired: boolean
  kind: 'date' | 'choice' | 'number' | 'text'
  /**
   * Values that the test tries for the field.
   * The last value makes the query return the most data.
   */
  values: string[]
}

function fieldOf(name: string, schema: FieldSchema, isRequired: boolean): Field {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const field = { name, isRequired }
  if (choices) return { ...field, kind: 'choice', values: choices.map(String) }
  if (schema.format === 'date') return { ...field, kind: 'date', values: WIDE_DAYS }
  if (schema.format === 'date-time') return { ...field, kind: 'date', values: WIDE_TIMES }
  const { type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, maxLength = 1_000 } = schema
  if (type === 'integer' || type === 'number')
    return { ...field, kind: 'number', values: [minimum, maximum].map(String) }
  return { ...field, kind: 'text', values: ['x'.repeat(maxLength), ...WIDE_TEXTS] }
}

export type Query = Record<string, string>

function fieldsOf({ query }: Endpoint): Field[] {
  if (!query) return []
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, FieldSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)))
}

/**
 * Returns queries with every combination of dates, and queries with every value of other fields.
 * If a query varies another field, its dates span five years.
 */
export function widestQueriesOf(endpoint: Endpoint): Query[] {
  const fields = fieldsOf(endpoint)
  const dates = fields.filter(({ kind }) => kind === 'date')
  const others = fields.filter(({ kind }) => kind !== 'date')
  const widest = (some: readonly Field[]): Query =>
    Object.fromEntries(some.map(({ name, values }) => [name, values.at(-1) ?? '']))
  const needed = widest(others.filter(({ isRequired }) => isRequired))
  const full = { ...needed, ...widest(others.filter(({ kind }) => kind !== 'text')) }
  const combined = dates.reduce<Query[]>(
    (all, { name, values, isRequired }) =>
      all.flatMap((before) => [
        ...(isRequired ? [] : [before]),
        ...values.map((value) => ({ ...before, [name]: value })),
      ]),
    [{}],
  )
  const years: Query = Object.fromEntries(
    dates.map(({ name, values }) => [name, FIVE_YEARS.get(name) ?? values.at(-1) ?? '']),
  )
  const single = others.flatMap(({ name, values }) => values.map((value) => ({ ...years, ...full, [name]: value })))
  return [
    ...combined.flatMap((each) => [
      { ...each, ...needed },
      { ...each, ...full },
    ]),
    ...single,
  ]
}

export const getEndpoints = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { method }]) => method === 'get',
)
