/** Parses and authorizes reads at a moment of the past. */

import type { Request, Response } from 'express'
import { z } from 'zod'
import type { EndpointName } from '#contract/endpoints.ts'
import { EARLIEST_QUERY_DAY } from '#contract/http/period.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import { authenticateRequest } from './admit.ts'

/** Past moment: a position or a time (epoch ms). */
export type PastMoment = { position: number } | { time: number }

/** Answer as JSON text, and the moment for which it holds. */
export interface TimeTravelAnswer {
  json: string
  position: number
  /** Epoch ms. */
  now: number
}

export interface TimeTravelReader {
  /** Whether the endpoint can answer reads of a past moment. */
  answers(name: EndpointName): boolean
  /**
   * Reads rows as of a past position or time, in the order of the calls.
   * Before the read starts, `isWanted` decides whether it is still needed.
   * Returns undefined if it is not.
   */
  read(
    name: EndpointName,
    call: object,
    when: PastMoment,
    isWanted?: () => boolean,
  ): Promise<TimeTravelAnswer | Rejection | undefined>
}

const NOT_AT_A_MOMENT = msg`This can't be read at a past moment.`
const WRONG = msg`Enter the number of an event, such as 1042, or a time, such as 2026-03-12T14:03:00Z.`
/**
 * Earliest time to which time travel is possible.
 * The product can't calculate with earlier days.
 */
const FIRST_TIME = Date.parse(EARLIEST_QUERY_DAY)
const TOO_EARLY = msg`Enter a time from ${{ day: EARLIEST_QUERY_DAY }} on.`

export const isTimeTravelRequest = ({ method, query }: Pick<Request, 'method' | 'query'>): boolean =>
  (method === 'GET' || method === 'HEAD') && query.at !== undefined

/** Returns the rejection for a request with `at`, if the endpoint cannot answer for past moments. */
export const refuseTimeTravel = (): Rejection => reject('bad-request', NOT_AT_A_MOMENT, { at: msg`Leave it out` })

const Time = z.iso.datetime({ offset: true })
const POSITION = /^(0|[1-9]\d{0,15})$/

/**
 * Parses a moment.
 * `field` names the input in errors.
 */
export function parsePastMoment(at: unknown, field = 'at'): PastMoment | Rejection {
  if (typeof at === 'string' && POSITION.test(at) && Number.isSafeInteger(Number(at))) return { position: Number(at) }
  const parsed = Time.safeParse(at)
  if (!parsed.success) return reject('bad-request', WRONG, { [field]: WRONG })
  const time = Date.parse(parsed.data)
  return time < FIRST_TIME ? reject('bad-request', TOO_EARLY, { [field]: TOO_EARLY }) : { time }
}

/**
 * Returns the principal of a token.
 * Rejects all roles except auditors, because only they may read past moments.
 */
export async function admitToTimeTravel(tokens: Tokens, request: Request): Promise<Principal | Rejection> {
  const principal = await authenticateRequest(tokens, request)
  if ('rejected' in principal || principal.role === 'auditor') return principal
  return reject('forbidden', msg`Only auditors may read past moments.`)
}

export function sendTimeTravelAnswer(response: Response, { json, position, now }: TimeTravelAnswer): void {
  response
    .set('X-Position', String(Math.max(0, position)))
    .set('X-Moment', new Date(now).toISOString())
    .type('json')
    .end(json)
}
