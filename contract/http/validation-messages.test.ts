/** Tests that validation errors never show the schema library's texts. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../endpoints.ts'
import type { Endpoint } from './endpoint.ts'

/** Matches the default messages of the schema library. */
const LIBRARY =
  /invalid (input|option|string|number|key|value|discriminator|iso)|expected|received|too (big|small)|unrecognized/i

const WRONG = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(20_000_000),
  5,
  -1,
  0.5,
  1e12,
  Number.NaN,
  true,
  [],
  ['x'],
  [5],
  {},
  { x: 1 },
]

type Path = readonly (string | number)[]
interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  additionalProperties?: Shape | boolean
  anyOf?: Shape[]
}

/**
 * Returns the paths of all fields of a schema.
 * A list has the index 0 in the path, and a record the key `any`.
 */
function pathsOf({ properties = {}, items, additionalProperties: more, anyOf = [] }: Shape): Path[] {
  const within = (key: string | number, shape: Shape) => [[key], ...pathsOf(shape).map((path) => [key, ...path])]
  return [
    ...Object.entries(properties).flatMap(([key, shape]) => within(key, shape)),
    ...(items ? within(0, items) : []),
    ...(typeof more === 'object' ? within('any', more) : []),
    ...anyOf.flatMap(pathsOf),
  ]
}

/** Returns a request body that contains only `value`, at the given path. */
function bodyWith([key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  return typeof key === 'number' ? [bodyWith(rest, value)] : { [key]: bodyWith(rest, value) }
}

const schemas = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema, index) => (schema ? [[`${name}, ${index ? 'query' : 'body'}`, schema] as const] : [])),
)

describe.each(schemas)('%s', (_, schema) => {
  it('is refused in plain words, whatever is wrong', () => {
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
    const paths: Path[] = [[], ...pathsOf(shape)]
    const said = paths.flatMap((path) =>
      WRONG.flatMap(
        (value) => schema.safeParse(bodyWith(path, value)).error?.issues.map(({ message }) => message) ?? [],
      ),
    )
    expect(said.filter((message) => LIBRARY.test(message) || !/\S/.test(message))).toEqual([])
  })
})

describe('a schema without words of its own', () => {
  const Form = z.object({
    vehicle_id: z.string().min(1).max(20),
    tripStart: z.iso.datetime(),
    litres: z.number().positive().max(500),
    year: z.int(),
    kind: z.enum(['a', 'b']),
    on: z.boolean(),
    reportIds: z.array(z.string()).min(1).max(2),
  })
  const right = {
    vehicle_id: 'T1',
    tripStart: '2026-01-05T12:00:00Z',
    litres: 1,
    year: 1,
    kind: 'a',
    on: true,
    reportIds: ['r'],
  }

  it.each([
    [{ vehicle_id: undefined }, 'Vehicle ID is required'],
    [{ vehicle_id: null }, 'Vehicle ID is required'],
    [{ vehicle_id: '' }, 'Vehicle ID is required'],
    [{ vehicle_id: 7 }, 'Vehicle ID must be text'],
    [{ vehicle_id: 'x'.repeat(21) }, 'Vehicle ID must have at most 20 characters'],
    [{ tripStart: 'now' }, 'Trip start must be a date and a time'],
    [{ litres: 'many' }, 'Litres must be a number'],
    [{ litres: 0 }, 'Litres must be more than 0'],
    [{ litres: 501 }, 'Litres must be at most 500'],
    [{ year: 1.5 }, 'Year must be a whole number'],
    [{ kind: 'c' }, 'Kind is not one of the choices'],
    [{ kind: undefined }, 'Kind is required'],
    [{ on: 'yes' }, 'On must be yes or no'],
    [{ reportIds: [] }, 'Report IDs must not be empty'],
    [{ reportIds: ['a', 'b', 'c'] }, 'Report IDs must have at most 2 entries'],
    [{ reportIds: ['a', 5] }, 'Report IDs must be text'],
  ])('%j: %s', (wrong, says) =>
    expect(Form.safeParse({ ...right, ...wrong }).error?.issues.map(({ message }) => message)).toEqual([says]),
  )

  it('names the whole where no field is wrong but all of it', () =>
    expect(Form.safeParse('text').error?.issues[0]?.message).toBe('The request is not valid'))
})
