/** Reads the body of a request as JSON: no larger and no deeper than anything that is meant. */
import { isUtf8 } from 'node:buffer'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { type Rejection, reject } from '#contract/door/problems.ts'
import { NOT_UTF8, sendProblem } from './problems.ts'
import { STILL_MS, standsStill } from './stands-still.ts'

/** The deepest body of the contract has five levels. */
const DEEPEST = 32

/** The one key that an assignment does not write: it replaces what the object inherits. */
const PROTO = '__proto__'

/** Returns why a body is refused by its shape. Not recursive: recursion fails on the depth that it looks for. */
function refuseShape(body: unknown): Rejection | undefined {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return reject('bad-request', 'The request is nested too deep.', { body: 'nested too deep' })
    const objects = level.filter((value) => typeof value === 'object' && value !== null) as object[]
    if (objects.some((object) => Object.hasOwn(object, PROTO)))
      return reject('bad-request', `The key ${PROTO} is not allowed. Choose another name.`, {
        body: `has a key ${PROTO}`,
      })
    level = objects.flatMap((object) => Object.values(object))
  }
  return undefined
}

const announcesBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The everyday name of UTF-8, which the parser does not know. */
const UTF8 = /;\s*charset\s*=\s*"?utf8"?\s*(?=;|$)/i

/** Throws for bytes that would be stored with letters lost. Another encoding that the sender names is decoded from that. */
function verifyUtf8(_request: unknown, _response: unknown, bytes: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(bytes))
    throw Object.assign(new Error('The body is not UTF-8'), { type: NOT_UTF8 })
}

export interface JsonReading {
  /** How long (ms) it may stand still. */
  stillMs?: number | undefined
  /** How long (ms) it may take in all; as long as it goes on when not given. */
  mostMs?: number | undefined
}

/**
 * Puts it into `request.body`, whatever its Content-Type says, up to `limit` bytes; throws what Express throws of a bad one.
 * Refuses one that comes no further.
 */
export function createJsonReader(limit: number, { stillMs = STILL_MS, mostMs }: JsonReading = {}) {
  const parse = express.json({ limit, type: () => true, verify: verifyUtf8 })
  return async (request: Request, response: Response): Promise<Rejection | undefined> => {
    const type = request.headers['content-type']
    if (type) request.headers['content-type'] = type.replace(UTF8, '; charset=utf-8')
    const { promise, resolve, reject: fail } = Promise.withResolvers<void>()
    parse(request, response, (error?: unknown) => (error ? fail(error) : resolve()))
    const late = await Promise.race([promise, standsStill(request, stillMs, mostMs)])
    if (late) return late
    // Of a connection that has closed meanwhile nothing is read, and nothing said of it: a command without its body is another one.
    if (request.body === undefined && announcesBody(request))
      return reject('bad-request', 'The request did not arrive whole.', { body: 'did not arrive' })
    return refuseShape(request.body)
  }
}

/** The same, for a route. */
export function jsonBody(limit: number): RequestHandler {
  const read = createJsonReader(limit)
  return async (request: Request, response: Response, next: NextFunction) => {
    const refused = await read(request, response)
    if (refused) sendProblem(response, refused)
    else next()
  }
}
