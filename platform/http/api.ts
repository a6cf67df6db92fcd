/** Puts the contract's endpoints on an Express router: validation, role check, idempotency key and problems, for all alike. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Request, Response, Router } from 'express'
import { isRejection, type Rejection } from '#contract/door/problems.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  endpoints,
  type FileAnswer,
  type ParamsOf,
  type QueryOf,
} from '#contract/endpoints.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import type { Log } from '../logging.ts'
import type { Snapshot } from '../read-store/rows.ts'
import { type Left, watchWrites } from '../writes.ts'
import { admit, parse, whence } from './admit.ts'
import { type Came, createBodyReader, type Receiving } from './body.ts'
import { type CommandKeys, claimsOf, commandKey, type Envelope } from './command-key.ts'
import { sendFile } from './files.ts'
import type { Upload } from './form.ts'
import { type LongText, sendJson } from './long-text.ts'
import { admitToPast, isOfPast, notAtAMoment, type Replay, type Replayed, sendReplayed, whenOf } from './past.ts'
import { rejectionOf, sendProblem, unforeseen } from './problems.ts'
import { addQuickRoute } from './quick-routes.ts'

/** One call of an endpoint, after the door: everything in it is checked. */
export interface Call<N extends EndpointName> {
  body: BodyOf<N>
  params: ParamsOf<N>
  query: QueryOf<N>
  /** The file that came with it, where its line says that one does. */
  upload: (typeof endpoints)[N] extends { upload: string } ? Upload : undefined
  /** The token's owner. Endpoints open to the public have none: use it only where the table names roles. */
  principal: Principal
  /**
   * Of a command, not of a read: what its events are recorded under. The public's are by nobody yet: their handlers put in
   * whoever it turns out to be.
   */
  envelope: Envelope
  /** The network that it comes from: limits count by it. */
  address: string
  /** Made on this very machine, by nobody's proxy. */
  isLocal: boolean
  /**
   * Claims the key that the client gave, if any; a rejection when it stands for another request. Done by the door but for the
   * public's commands: theirs do it once they know that they are to write anything, or anybody could fill the log.
   */
  claim: () => Promise<Rejection | undefined>
  /** What the browser says that it is. */
  userAgent: string
}

/** A text of it may be one that is made while it is sent. */
type PerhapsLong<Answer> = {
  [Field in keyof Answer]: string extends Answer[Field] ? Answer[Field] | LongText : Answer[Field]
}

/** What a handler answers: a position as the log's number, which the door writes as the wire has it; a long text as it is read. */
export type Answered<N extends EndpointName> =
  AnswerOf<N> extends { position: string }
    ? Omit<AnswerOf<N>, 'position'> & { position: number }
    : AnswerOf<N> | PerhapsLong<AnswerOf<N>>

export type Handler<N extends EndpointName> = (call: Call<N>) => Promise<Answered<N> | Rejection>
export type Handlers = { [N in EndpointName]?: Handler<N> }

/** Answers out of the snapshot that the door hands it. */
export type Read<N extends EndpointName> = (call: Call<N>, snapshot: Snapshot) => Promise<AnswerOf<N> | Rejection>
export type Reads = { [N in EndpointName]?: Read<N> }

export interface Door {
  tokens: Tokens
  log: Log
  /** Keys the fingerprints of command bodies, so that the log can't be searched for a guessed password. */
  fingerprintKey: Uint8Array
  keys?: CommandKeys
  /** Commands whose key needs no claim: the one stream that they write to finds a repetition by itself, or they write nothing. */
  unclaimed?: readonly EndpointName[]
  /** The folder where files lie while they are received. */
  incoming?: string
  /** ms without a byte of it after which a body is not waited for any longer. */
  stillMs?: number
  /** Counts a command before it is carried out; a rejection when its sender has sent too many. */
  count?: (principal: Principal) => Promise<Rejection | undefined>
  /** What reads are answered out of; its position goes into the header X-Position. */
  snapshot?: () => Snapshot
  /** What answers those reads that say a moment of the past. */
  past?: Replay
}

/** The door as it stands once it is mounted. */
interface Opened extends Omit<Door, 'fingerprintKey' | keyof Receiving> {
  fingerprintKey: KeyObject
  readBody: ReturnType<typeof createBodyReader>
}

type Handle = (call: object, snapshot?: Snapshot) => Promise<object>

/** One request for one endpoint. */
interface Asked {
  name: EndpointName
  handle: Handle
  door: Opened
  request: Request
  response: Response
}

/** Adds the routes of the handlers given, below /api, with the contract's checks in front of each. */
export function mountApi(router: Router, handlers: Handlers | Reads, { incoming, stillMs, ...given }: Door): void {
  const fingerprintKey = createSecretKey(given.fingerprintKey)
  const door = { ...given, fingerprintKey, readBody: createBodyReader({ incoming, stillMs }) }
  for (const name of Object.keys(handlers) as EndpointName[]) {
    const { method, path: below } = endpoints[name]
    const path = `/api${below}`
    const handle = handlers[name] as never
    const route = (request: Request, response: Response) => answer({ name, handle, door, request, response })
    addQuickRoute(router, method.toUpperCase(), { path, answer: route })
    // Also in other spellings, and of HEAD.
    router[method](path, route)
  }
}

async function answer(asked: Asked): Promise<void> {
  const { name, door, request, response } = asked
  const endpoint: Endpoint = endpoints[name]
  const left: Left = { outcome: 'nothing-saved' }
  // What is answered to one person stays in no cache, of a browser or on the way.
  response.set('Cache-Control', 'no-store')
  try {
    if (isOfPast(request)) return await answerOfPast(asked)
    const result = await admitted(asked, left)
    if (isRejection(result)) return sendProblem(response, result)
    if (endpoint.sharedFor) response.set('Cache-Control', `public, max-age=${endpoint.sharedFor}`)
    if (endpoint.kind === 'file') return await sendFile(response, result as FileAnswer)
    await sendJson(response.status(endpoint.status), onTheWire(result))
  } catch (error) {
    const failed = {
      reads: request.method === 'GET',
      repeatable: Boolean(request.get('Idempotency-Key')),
      outcome: left.outcome,
    }
    const rejection = rejectionOf(error, failed)
    if (!rejection || rejection.rejected === 'unavailable')
      door.log.error({ err: error, requestId: response.locals.requestId, endpoint: name, ...left }, 'a request failed')
    // A file that broke half-way has cut its connection: there is nobody to tell.
    if (!response.destroyed) sendProblem(response, rejection ?? unforeseen(failed))
  }
}

/** Answered by the same handler, out of the rows as they were. */
async function answerOfPast(asked: Asked): Promise<void> {
  const replayed = await replay(asked)
  if (!replayed) return
  if (isRejection(replayed)) sendProblem(asked.response, replayed)
  else sendReplayed(asked.response, replayed)
}

async function replay({ name, door, request, response }: Asked): Promise<Replayed | Rejection | undefined> {
  const principal = await admitToPast(door.tokens, request)
  if (isRejection(principal)) return principal
  if (!door.past?.answers(name)) return notAtAMoment()
  const parsed = parse(endpoints[name], request)
  if (isRejection(parsed)) return parsed
  const when = whenOf(request.query.at)
  if (isRejection(when)) return when
  return door.past.read(name, { ...parsed, principal, ...whence(request) }, when, () => !response.destroyed)
}

/** Nothing of the body is read before it is known that its sender may send it. */
async function admitted(asked: Asked, left: Left): Promise<object> {
  const { name, door, request, response } = asked
  const endpoint: Endpoint = endpoints[name]
  const principal = await admit(name, door.tokens, request)
  if (principal && isRejection(principal)) return principal
  const tooMany = principal && endpoint.method !== 'get' && (await door.count?.(principal))
  if (tooMany) return tooMany
  const came = await door.readBody(endpoint, request, response, principal?.userId)
  if (isRejection(came)) return came
  try {
    return await carriedOut(asked, principal, came, left)
  } finally {
    await came.release()
  }
}

async function carriedOut(asked: Asked, principal: Principal | undefined, came: Came, left: Left): Promise<object> {
  const { name, handle, door, request, response } = asked
  const endpoint: Endpoint = endpoints[name]
  const parsed = parse(endpoint, request)
  if (isRejection(parsed)) return parsed
  const snapshot = endpoint.method === 'get' ? door.snapshot?.() : undefined
  if (snapshot) response.set('X-Position', String(Math.max(0, snapshot.position)))
  const key = commandKey(name, request, principal, door.fingerprintKey, came.upload)
  response.locals.commandId = key?.envelope.commandId
  const { look, claim } = claimsOf(door.unclaimed?.includes(name) ? undefined : door.keys, key)
  // Under an ended token nothing is done but to answer what was done before.
  const reused = await (principal && !principal.ended ? claim() : look())
  if (reused) return reused
  const { upload } = came
  const call = { ...parsed, upload, envelope: key?.envelope, principal, ...whence(request), claim }
  return watchWrites(left, () => handle(call, snapshot))
}

/** Positions travel as decimal text. */
const onTheWire = (answer: { position?: unknown }) =>
  typeof answer.position === 'number' ? { ...answer, position: String(answer.position) } : answer
