/** Reads JSON and URL-encoded bodies within limits of size, depth and fields. */

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { networkOfClient } from './network.ts'
import { NOT_UTF8_ERROR_TYPE, sendProblem } from './problems.ts'
import { type TurnSpreader, untilClosed } from './requests.ts'
import { drainBody, STALL_TIMEOUT_MS, waitForStall } from './unread-body.ts'

/**
 * Maximum depth of nested JSON in a request body.
 * The deepest body that an endpoint accepts has five levels.
 */
const DEPTH_LIMIT = 32

/**
 * Assigning this key replaces an object's prototype instead of adding a field.
 * No other key does.
 */
const PROTO = '__proto__'

/**
 * Returns a rejection for a body that is nested too deeply or contains `__proto__`.
 * Does not use recursion, which fails on very deep bodies.
 */
function refuseShape(body: unknown): Rejection | undefined {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT)
      return reject('bad-request', msg`The request is nested too deeply.`, { body: msg`nested too deeply` })
    const objects = level.filter((value) => typeof value === 'object' && value !== null) as object[]
    if (objects.some((object) => Object.hasOwn(object, PROTO)))
      return reject('bad-request', msg`The key ${{ PROTO }} is not allowed. Choose another name.`, {
        body: msg`has a key ${{ PROTO }}`,
      })
    level = objects.flatMap((object) => Object.values(object))
  }
  return undefined
}

const announcesBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Sizes of bodies in bytes, after decompression. */
const unpackedSizes = new WeakMap<IncomingMessage, number>()

/**
 * Returns the size of a body as parsed, in bytes.
 * The announced size may be compressed, missing or wrong.
 */
export const unpackedSizeOf = (request: IncomingMessage): number => unpackedSizes.get(request) ?? 0

/** Matches the charset name `utf8`, a common spelling of `utf-8` that the parser does not know. */
const UTF8 = /;\s*charset\s*=\s*"?utf8"?\s*(?=;|$)/i

/**
 * Stores the size of the request body in bytes.
 * Throws if a UTF-8 body has invalid bytes, or if a large body has another encoding.
 */
function inspectText(request: IncomingMessage, _response: unknown, bytes: Buffer, encoding: string): void {
  unpackedSizes.set(request, bytes.length)
  // Values in large bodies are counted by the bytes that separate them.
  // Other encodings, such as UTF-7, can hide these bytes, so large bodies must be UTF-8.
  if (encoding === 'utf-8' ? !isUtf8(bytes) : bytes.length > MAX_VALUES)
    throw Object.assign(new Error('The body is not UTF-8'), { type: NOT_UTF8_ERROR_TYPE })
}

/**
 * Maximum number of values in a large JSON body.
 * Only bodies with pictures, which have few values, may exceed the usual size.
 * Millions of small values would block the thread and fill the memory for half a minute.
 */
const MAX_VALUES = 32_768
/** Bytes after which another JSON value starts: comma, opening bracket and opening brace. */
const VALUE_STARTS = [0x2c, 0x5b, 0x7b]

/** Error `type` of a body with too many values. */
const TOO_MANY_VALUES_ERROR_TYPE = 'body.too-many-values'

/** Throws if JSON has too many values, before it is parsed. */
function inspectJson(...given: Parameters<typeof inspectText>): void {
  inspectText(...given)
  const [, , bytes] = given
  if (bytes.length <= MAX_VALUES) return
  let values = 0
  for (const start of VALUE_STARTS)
    for (let at = bytes.indexOf(start); at !== -1; at = bytes.indexOf(start, at + 1))
      if (++values > MAX_VALUES)
        throw Object.assign(new Error('The body has too many values'), { type: TOO_MANY_VALUES_ERROR_TYPE })
}

/** Limit of fields in a body that a machine sends. */
const MAX_FIELDS = 40

interface BodyReaderOptions {
  /** Maximum time in ms without new data of a request's body. */
  stillMs?: number | undefined
  /** Time limit of the whole body, in ms; unlimited by default. */
  mostMs?: number | undefined
  /** Limit of fields; unlimited by default. */
  fields?: number | undefined
  /** Spreads the parsing over turns; by default, bodies are parsed at once. */
  spread?: TurnSpreader | undefined
}

/** Options of request bodies that phone gateways send. */
export const GATEWAY_BODY_OPTIONS = { fields: MAX_FIELDS }

const TOO_MANY_FIELDS = reject('bad-request', msg`The request has too many fields.`, { body: msg`too many fields` })

/** Returns the rejection of a body with too many values; throws other errors. */
function refuseValues(error: unknown): Rejection {
  if ((error as { type?: string }).type === TOO_MANY_VALUES_ERROR_TYPE) return TOO_MANY_FIELDS
  throw error
}

/** Returns a rejection if the body has too many fields. */
const refuseFields = (body: unknown, most = Number.POSITIVE_INFINITY): Rejection | undefined =>
  typeof body === 'object' && body !== null && Object.keys(body).length > most ? TOO_MANY_FIELDS : undefined

type BodyReader = (request: Request, response: Response) => Promise<Rejection | undefined>

/**
 * Reads a small body, for which Express loads its text decoders.
 * Otherwise the first request would do this, and all others would wait.
 */
export function loadTextDecoders(): void {
  const parse = express.json({ type: () => true, verify: inspectJson })
  parse(requestWith(Buffer.from('{}')), {} as Response, () => undefined)
}

/** Returns a request with a body that has arrived. */
function requestWith(body: Buffer, type?: string): Request {
  const headers = { 'content-length': String(body.length), ...(type && { 'content-type': type }) }
  return Object.assign(Readable.from([body]), { headers }) as unknown as Request
}

/** Number of bytes up to which a body is parsed as soon as it has arrived. */
const MAX_BYTES_AT_ONCE = 8 * 1024

/**
 * Whether parsing the body may take milliseconds.
 * The size of a compressed body is unknown.
 */
const isSlowToParse = ({ headers }: Request) =>
  headers['content-encoding'] !== undefined || !(Number(headers['content-length']) <= MAX_BYTES_AT_ONCE)

/**
 * Returns a parser that spreads slow bodies over turns.
 * Hundreds of bodies may be complete in the same turn.
 * Parsing them all would stop the server for seconds.
 */
function parseInTurns(parse: RequestHandler, limit: number, spread: TurnSpreader): RequestHandler {
  const receive = express.raw({ limit, type: () => true })
  return (request, response, next) => {
    if (!isSlowToParse(request)) return parse(request, response, next)
    const senderOf = () => response.locals.userId ?? networkOfClient(request)
    receive(request, response, (error?: unknown) => {
      let waiting: unknown = request.body
      if (error || !Buffer.isBuffer(waiting)) return next(error)
      request.body = undefined
      const giveUp = spread(senderOf, () => {
        const bytes = waiting as Buffer
        waiting = undefined
        // A client that has gone needs no answer.
        if (response.destroyed) return next()
        const arrived = requestWith(bytes, request.headers['content-type'])
        parse(arrived, response, (broken?: unknown) => {
          request.body = arrived.body
          unpackedSizes.set(request, bytes.length)
          next(broken)
        })
      })
      // Bodies of clients that have gone would fill the memory.
      void untilClosed(response).then(() => giveUp() && next())
    })
  }
}

/**
 * Creates a function that reads a JSON body of at most `limit` bytes into `request.body`.
 * The function ignores the Content-Type.
 * It throws Express's errors for malformed bodies, and refuses bodies that stall.
 */
export function createJsonReader(limit: number, options: BodyReaderOptions = {}): BodyReader {
  const parse = express.json({ limit, type: () => true, verify: inspectJson })
  return createReader(options.spread ? parseInTurns(parse, limit, options.spread) : parse, options)
}

/**
 * Creates a reader of URL-encoded forms.
 * Repeated fields become lists.
 */
export const createFormReader = (limit: number, options: BodyReaderOptions = {}): BodyReader =>
  createReader(
    express.urlencoded({
      extended: false,
      limit,
      parameterLimit: options.fields ?? MAX_FIELDS,
      type: () => true,
      verify: inspectText,
    }),
    options,
  )

/** Copies the query parameters of a request into its body. */
export async function readQueryAsBody(request: Request): Promise<Rejection | undefined> {
  drainBody(request)
  request.body = { ...request.query }
  return refuseFields(request.body, MAX_FIELDS) ?? refuseShape(request.body)
}

function createReader(
  parse: RequestHandler,
  { stillMs = STALL_TIMEOUT_MS, mostMs, fields }: BodyReaderOptions,
): BodyReader {
  return async (request, response) => {
    const type = request.headers['content-type']
    if (type) request.headers['content-type'] = type.replace(UTF8, '; charset=utf-8')
    const { promise, resolve, reject: fail } = Promise.withResolvers<void>()
    parse(request, response, (error?: unknown) => (error ? fail(error) : resolve()))
    const whole = promise.then(() => undefined, refuseValues)
    const refused = await Promise.race([whole, waitForStall(request, stillMs, { mostMs })])
    if (refused) return refused
    // Refuses if an announced body is missing: without its fields the request would be another command.
    // A closed connection yields neither a body nor an error.
    if (request.body === undefined && announcesBody(request))
      return reject('bad-request', msg`What you sent arrived incomplete.`, { body: msg`did not arrive` })
    return refuseFields(request.body, fields) ?? refuseShape(request.body)
  }
}

/** Returns route middleware that reads JSON of at most `limit` bytes. */
export function createJsonBodyParser(limit: number): RequestHandler {
  const read = createJsonReader(limit)
  return async (request: Request, response: Response, next: NextFunction) => {
    const refused = await read(request, response)
    if (refused) sendProblem(response, refused)
    else next()
  }
}
