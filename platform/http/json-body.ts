/** Reads the body of a request as JSON: no larger and no deeper than anything that is meant. */
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { reject } from '#contract/problems.ts'
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

function refuseDeep(request: Request, response: Response, next: NextFunction): void {
  const tooDeep = reject('bad-request', 'The request is nested too deep.', { body: 'nested too deep' })
  if (isDeep(request.body)) sendProblem(response, tooDeep)
  else next()
}

/** Whatever its Content-Type says, up to `limit`. */
export const jsonBody = (limit: string): RequestHandler[] => [express.json({ limit, type: () => true }), refuseDeep]
