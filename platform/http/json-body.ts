/** Reads the body of a request as JSON: no larger and no deeper than anything that is meant. */
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { type Rejection, reject } from '#contract/door/problems.ts'
import { sendProblem } from './problems.ts'

/** The deepest body of the contract has five levels. */
const DEEPEST = 32

/** Whether a value is nested deeper than that. Not recursive: what it looks for is what recursion can't take. */
function isDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}

const announcesBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Puts it into `request.body`, whatever its Content-Type says, up to `limit` bytes; throws what Express throws of a bad one. */
export function createJsonReader(limit: number) {
  const parse = express.json({ limit, type: () => true })
  return async (request: Request, response: Response): Promise<Rejection | undefined> => {
    const { promise, resolve, reject: fail } = Promise.withResolvers<void>()
    parse(request, response, (error?: unknown) => (error ? fail(error) : resolve()))
    await promise
    // Of a connection that has closed meanwhile nothing is read, and nothing said of it: a command without its body is another one.
    if (request.body === undefined && announcesBody(request))
      return reject('bad-request', 'The request did not arrive whole.', { body: 'did not arrive' })
    return isDeep(request.body)
      ? reject('bad-request', 'The request is nested too deep.', { body: 'nested too deep' })
      : undefined
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
