/**
 * Generates hostile handshakes, frames and requests.
 * Equal seeds give equal values.
 */
import { METHODS } from 'node:http'
import fc from 'fast-check'
import type { z } from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import { feedRooms } from '#contract/feed/rooms.ts'

/** JSON texts, including some that `JSON.stringify` never produces. */
const hostileJson = fc.constantFrom(
  '{"toString":null}',
  '{"toString":{"toString":null}}',
  '{"__proto__":{"toString":null}}',
  '{"constructor":{"prototype":null}}',
  '{"valueOf":null,"toJSON":null}',
  '{"length":-1}',
  '[[[[[[null]]]]]]',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  '1e999',
  '-0',
  '99999999999999999999',
  '"\\u0000\\ud800"',
  `"${'x'.repeat(9_000)}"`,
)
const json = fc.oneof({ weight: 3, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) }, hostileJson)
/** JSON of frames that do not exceed the limit of a message; longer ones end the connection. */
const shortJson = json.filter((text) => text.length < 1_000)
const object = (fields: Record<string, fc.Arbitrary<string>>) =>
  fc.record(fields, { requiredKeys: [] }).map(
    (values) =>
      `{${Object.entries(values)
        .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
        .join(',')}}`,
  )
const seldom = (bad: fc.Arbitrary<string>) => fc.oneof({ weight: 11, arbitrary: fc.constant('') }, bad)
const mostly = (good: string, bad: fc.Arbitrary<string>) => fc.oneof(fc.constant(good), bad)

/**
 * Generates handshake messages in JSON.
 * Most of them contain `token` and the right version.
 */
export const feedHandshakeArbitrary = (token: string) =>
  fc.oneof(
    json,
    object({
      token: mostly(JSON.stringify(token), json),
      version: mostly(String(FEED_VERSION), json),
      other: json,
    }),
    json.map((value) => `{"token":${value},"version":${FEED_VERSION}}`),
  )

const join = object({
  room: fc.oneof(
    fc.constantFrom(...Object.keys(feedRooms)).map((name) => JSON.stringify(name)),
    json,
  ),
  after: fc.oneof(
    fc.bigInt({ min: -1n, max: 10n ** 21n }).map((position) => `"${position}"`),
    json,
  ),
})
const names = fc.oneof(
  fc.constantFrom('join', 'error', 'frames', 'pulse', 'ended', '__proto__', 'toString', 'constructor'),
  fc.string(),
)
const ack = fc.oneof(fc.constant(''), fc.nat({ max: 99_999 }).map(String), fc.constant('9'.repeat(40)))

/** Random messages that socket.io can parse, with any content. */
export const frameArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(ack, join).map(([id, body]) => `42${id}["join",${body}]`) },
  fc.tuple(ack, shortJson).map(([id, body]) => `42${id}["join",${body}]`),
  fc
    .tuple(ack, names, fc.array(shortJson, { maxLength: 3 }))
    .map(([id, name, rest]) => `42${id}[${[JSON.stringify(name), ...rest].join(',')}]`),
  fc.tuple(ack, json).map(([id, value]) => `43${id}[${value}]`),
)

/** Frames that socket.io can't parse or does not expect. */
export const invalidFrameArbitrary = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }),
  fc.tuple(fc.nat(9), fc.nat(9), json).map(([engine, socket, value]) => `${engine}${socket}${value}`),
  fc.tuple(names, json).map(([name, value]) => `40/${name},${value}`),
  fc.constantFrom('connect', 'disconnect', 'newListener', 'connect_error').map((name) => `421["${name}",{}]`),
  fc.tuple(fc.nat(20), json).map(([n, value]) => `45${n}-["join",{"_placeholder":true,"num":${value}}]`),
  fc.constantFrom('', '2', '3probe', '41', '451-', '46', '42[]', '42["join"', 'x'.repeat(150_000)),
)

export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

const all: Endpoint[] = Object.values(endpoints)
const fieldsOf = (schema?: z.ZodType) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {})
const segment = fc.oneof(
  fc.constantFrom('none', '..%2F..', '%00', '%E0%A4%A', '__proto__', 'WS001', 'T001', 'x'.repeat(300)),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => Buffer.from(text).toString('hex').replace(/../g, '%$&')),
)
const query = (fields: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...fields, 'page', 'a[b][c]', '__proto__', ''), segment), { maxLength: 3 })
    .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'))
const bodyOf = ({ method, body }: Endpoint) => {
  const fields = fieldsOf(body)
  if (method === 'get') return mostly('', json)
  const named = object(Object.fromEntries(fields.map((field) => [field, json])))
  return fc.oneof(
    { weight: 3, arbitrary: named },
    json,
    fc.constantFrom('', '{"a":', '\u0000', `"${'x'.repeat(70_000)}"`),
    fc.uint8Array({ maxLength: 300 }),
  )
}

/**
 * Generates random HTTP requests to endpoints and to other paths.
 * A request is anonymous or has one of the given tokens.
 */
export const requestArbitrary = (tokens: readonly string[]): fc.Arbitrary<HostileRequest> =>
  fc.constantFrom(...all).chain((endpoint) =>
    fc
      .record({
        method: mostly(
          endpoint.method.toUpperCase(),
          fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')),
        ),
        id: segment,
        beside: seldom(segment),
        query: query(fieldsOf(endpoint.query)),
        authorization: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...tokens).map((token) => `Bearer ${token}`) },
          fc.constantFrom('', 'Bearer', 'Bearer x.y.z', 'Basic YTpi', `Bearer ${'x'.repeat(5_000)}`),
        ),
        key: fc.oneof(fc.constantFrom('', 'k', 'k'.repeat(5_000)), fc.stringMatching(/^[ -~]{1,40}$/)),
        type: mostly(
          'application/json',
          fc.constantFrom('text/html', 'application/json; charset=none', 'multipart/form-data', ''),
        ),
        encoding: seldom(fc.constantFrom('gzip', 'br', 'deflate', 'none')),
        body: bodyOf(endpoint),
      })
      .map((request) => ({
        method: request.method,
        path: `/api${endpoint.path.replace(':id', request.id)}${request.beside ? `/${request.beside}` : ''}?${request.query}`,
        headers: {
          ...(request.authorization && { authorization: request.authorization }),
          ...(request.key && { 'idempotency-key': request.key }),
          ...(request.type && { 'content-type': request.type }),
          ...(request.encoding && { 'content-encoding': request.encoding }),
        },
        body: Buffer.from(request.body as string),
      })),
  )
