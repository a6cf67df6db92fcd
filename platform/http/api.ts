/**
 * Mounts the contract's endpoints on an Express router.
 * Adds validation, role check, idempotency and problems.
 */

import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Request, Response, Router } from 'express'
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
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import type { Envelope } from '../event-store/event-store.ts'
import { translatorOf } from '../languages/catalogues.ts'
import type { Log } from '../logging.ts'
import type { Snapshot } from '../read-store/rows.ts'
import { PersonErased } from '../vault/vault.ts'
import { trackWrites, type WriteOutcome } from '../write-outcome.ts'
import { authorizeRequest, clientInfoOf, parseInput } from './admit.ts'
import { type BodyOptions, createBodyReader, type ReceivedBody } from './body.ts'
import { createCommandEnvelope, type IdempotencyKeyStore, idempotencyChecksOf } from './command-key.ts'
import { createSenderTurns } from './concurrency-limit.ts'
import type { UploadedFile } from './form.ts'
import { unpackedSizeOf } from './json-body.ts'
import { rejectionOf, rejectUnexpectedError, requestLocaleOf, sendProblem, setLanguage } from './problems.ts'
import { addExactPathRoute } from './quick-routes.ts'
import { untilClosed } from './requests.ts'
import {
  createUnreadAnswerLimit,
  type StreamedText,
  sendFile,
  sendJson,
  type UnreadAnswerLimit,
} from './send-answer.ts'
import {
  admitToTimeTravel,
  isTimeTravelRequest,
  parsePastMoment,
  refuseTimeTravel,
  sendTimeTravelAnswer,
  type TimeTravelAnswer,
  type TimeTravelReader,
} from './time-travel.ts'
import { drainBody } from './unread-body.ts'

/** Call of an endpoint with validated path parameters, query and body. */
export interface EndpointCall<N extends EndpointName> {
  body: BodyOf<N>
  params: ParamsOf<N>
  query: QueryOf<N>
  /** Uploaded file, if the endpoint takes one. */
  upload: (typeof endpoints)[N] extends { upload: string } ? UploadedFile : undefined
  /**
   * User to whom the request's token belongs.
   * Requests to public endpoints have no user.
   */
  principal: Principal
  /**
   * Metadata for the events of a command; absent for requests that only read.
   * Some commands need no sign-in; their handlers set the events' actor themselves.
   */
  envelope: Envelope
  /**
   * Network of the client.
   * Rate limits count by network.
   */
  address: string
  /** Whether the request comes from this machine and no proxy. */
  isLocal: boolean
  /**
   * Claims the client's idempotency key, if any.
   * Returns a rejection if another request has the key.
   * The API calls this before handlers of commands with a session.
   * Public commands call it just before they write.
   * Otherwise anyone could fill the log.
   */
  claim: () => Promise<Rejection | undefined>
  userAgent: string
  /** Language of the reader; texts of the answer are in it. */
  locale: TextLocale
  /** Returns whether the client has gone, so that nobody reads the answer. */
  hasLeft: () => boolean
}

/**
 * Body of a handler's answer.
 * Text fields may be streams, and `message` may be an untranslated `Message`.
 */
type PossiblyStreamed<Answer> = {
  [Field in keyof Answer]: string extends Answer[Field]
    ? Answer[Field] | StreamedText | (Field extends 'message' ? Message : never)
    : Answer[Field]
}

/**
 * What an endpoint's handler returns.
 * `position` is a number here, but text in the HTTP response.
 * Strings may be streams; a `message` is translated later.
 */
export type HandlerAnswer<N extends EndpointName> =
  AnswerOf<N> extends { position: string }
    ? PossiblyStreamed<Omit<AnswerOf<N>, 'position'>> & { position: number }
    : AnswerOf<N> | PossiblyStreamed<AnswerOf<N>>

type Handler<N extends EndpointName> = (call: EndpointCall<N>) => Promise<HandlerAnswer<N> | Rejection>
export type Handlers = { [N in EndpointName]?: Handler<N> }

/**
 * Handler of a read.
 * It reads from the given snapshot.
 */
type ReadHandler<N extends EndpointName> = (
  call: EndpointCall<N>,
  snapshot: Snapshot,
) => Promise<AnswerOf<N> | Rejection>
export type ReadHandlers = { [N in EndpointName]?: ReadHandler<N> }

interface ApiOptions {
  tokens: Tokens
  log: Log
  /**
   * Secret key of the body fingerprints.
   * The fingerprints are in the log.
   * Without the key nobody can search them for a guessed password.
   */
  fingerprintKey: Uint8Array
  keys?: IdempotencyKeyStore
  /**
   * Commands whose idempotency key is not reserved in advance.
   * They write nothing, or write to one stream, which detects a repeated command by itself.
   */
  unclaimed?: readonly EndpointName[]
  /** Folder of files that are still uploading. */
  incoming?: string
  /** Longest time without data in a body, in ms. */
  stillMs?: number
  /** Time in ms after which a read or command no longer counts, longer in tests. */
  countedMs?: number
  /**
   * Rate limit of commands by sender.
   * Called before the body is read, and again with the body's size.
   * Returns a rejection if the sender is above the limit.
   */
  count?: (principal: Principal, bytes?: number) => Promise<Rejection | undefined>
  /** Returns the snapshot for reads, with its position in the header X-Position. */
  snapshot?: () => Snapshot
  /** Answers reads of a past moment. */
  past?: TimeTravelReader
  /**
   * Returns whether the secret in the path of a gateway's request is valid.
   * Without this function, no secret is valid.
   */
  knowsSecret?: (name: EndpointName, secret: string) => Promise<boolean>
  /**
   * Answers to rejected requests of machines, such as phone gateways.
   * They replace problem documents.
   */
  failures?: Failures
  /**
   * Called after each answer to a machine, such as a phone gateway.
   * Receives the secret from the request's path.
   */
  onMachineCall?: (name: EndpointName, secret: string, answer: GatewayCallAnswer) => void
}

export interface GatewayCallAnswer {
  /** Status of the answer; 404 for a wrong secret. */
  status: number
  /** Kind of the rejection, if the call was rejected. */
  problem?: string
}

/**
 * For some endpoints: a function that turns a rejection into a response with a success status.
 * `body` is not validated.
 * It is undefined if the request could not be read.
 */
type Failures = { [N in EndpointName]?: (rejection: Rejection, body: unknown) => AnswerOf<N> }

interface MountedApi extends Omit<ApiOptions, 'fingerprintKey' | keyof BodyOptions | 'countedMs'> {
  fingerprintKey: KeyObject
  inTurnOfReader: ReturnType<typeof createSenderTurns>
  inTurnOfActor: ReturnType<typeof createSenderTurns>
  limitUnread: UnreadAnswerLimit
  readBody: ReturnType<typeof createBodyReader>
}

type Handle = (call: object, snapshot?: Snapshot) => Promise<object | string>

/** Request with its endpoint and handler. */
interface EndpointRequest {
  name: EndpointName
  handle: Handle
  door: MountedApi
  request: Request
  response: Response
}

/**
 * Adds the routes of the handlers below /api.
 * Each request is checked as the API contract defines.
 */
export function mountApi(
  router: Router,
  handlers: Handlers | ReadHandlers,
  { incoming, stillMs, countedMs, ...given }: ApiOptions,
): void {
  const fingerprintKey = createSecretKey(given.fingerprintKey)
  const limitUnread = createUnreadAnswerLimit(senderOf)
  const inTurnOfReader = createSenderTurns(MAX_CONCURRENT_READS, countedMs)
  const inTurnOfActor = createSenderTurns(MAX_CONCURRENT_COMMANDS, countedMs ?? COMMAND_COUNTED_MS)
  const readBody = createBodyReader({ incoming, stillMs })
  const door = { ...given, fingerprintKey, limitUnread, inTurnOfReader, inTurnOfActor, readBody }
  for (const name of Object.keys(handlers) as EndpointName[]) {
    const { method, path: below } = endpoints[name]
    const path = `/api${below}`
    const handle = handlers[name] as Handle
    const route = (request: Request, response: Response) => answer({ name, handle, door, request, response })
    addExactPathRoute(router, method.toUpperCase(), { path, answer: route })
    // Also registers the route with Express, for HEAD requests and other spellings of the path.
    router[method](path, route)
  }
}

/**
 * Maximum number of a user's reads that run at once, until their answers are sent.
 * Reads without a user count by network.
 * Browsers have six connections.
 * Hundreds of wide reads would keep all others waiting.
 */
export const MAX_CONCURRENT_READS = 6
/**
 * Maximum number of a user's commands that run at once.
 * Further ones wait, because hundreds would keep the commands of all others waiting.
 */
export const MAX_CONCURRENT_COMMANDS = 4
/**
 * Time in ms after which a command no longer counts.
 * Otherwise four slow ones, such as analyses, would stop their sender.
 */
const COMMAND_COUNTED_MS = 5_000
/** Reads that may wait for the decoding of a picture. */
const UNCOUNTED_READS: readonly EndpointName[] = ['picture', 'reportPicture']

/** Returns the user id of a response's request, or the client's network without a user. */
const senderOf = ({ locals, req }: Response): string => locals.userId ?? clientInfoOf(req).address

async function answer(asked: EndpointRequest): Promise<void> {
  const { name, door, request, response } = asked
  const endpoint: Endpoint = endpoints[name]
  const left: WriteOutcome = { outcome: 'nothing-saved' }
  // No cache may store a personal answer, in a browser or elsewhere.
  response.set('Cache-Control', 'no-store')
  const { id = '' } = request.params
  if (endpoint.secret) response.once('finish', () => door.onMachineCall?.(name, String(id), machineAnswer(response)))
  try {
    if (endpoint.secret && !(await knowsSecret(asked))) return refuseSecret(asked)
    if (isTimeTravelRequest(request)) return await answerOfPast(asked)
    const result = await admitAndRun(asked, left)
    if (result === undefined) return refuseSecret(asked)
    if (typeof result === 'string') return sendText(response, result)
    if (isRejection(result)) return sendFailure(asked, result)
    if (endpoint.sharedFor) response.set('Cache-Control', `public, max-age=${endpoint.sharedFor}`)
    else if (endpoint.method === 'get') setLanguage(response, requestLocaleOf(request))
    if (endpoint.kind === 'file') return await sendFile(response, result as FileAnswer, door.limitUnread)
    await sendJson(response.status(endpoint.status), onTheWire(result, response), door.limitUnread)
  } catch (error) {
    const failed = {
      reads: request.method === 'GET',
      repeatable: Boolean(request.get('Idempotency-Key')),
      outcome: left.outcome,
    }
    const rejection = rejectionOf(error, failed)
    if (!rejection || rejection.rejected === 'unavailable')
      door.log.error({ err: error, requestId: response.locals.requestId, endpoint: name, ...left }, 'a request failed')
    // A failed file transfer has cut the connection, so nothing can be sent.
    if (!response.destroyed) sendFailure(asked, rejection ?? rejectUnexpectedError(failed))
  }
}

async function knowsSecret({ name, door, request }: EndpointRequest): Promise<boolean> {
  const { id } = request.params
  return typeof id === 'string' && Boolean(await door.knowsSecret?.(name, id))
}

function machineAnswer({ statusCode: status, locals: { problem } }: Response): GatewayCallAnswer {
  return { status, ...(typeof problem === 'string' && { problem }) }
}

/** Answers a request with a wrong secret with 404, as if the path did not exist. */
function refuseSecret({ request, response }: EndpointRequest): void {
  drainBody(request)
  response.status(404).end()
}

/**
 * Sends the response to a failed request.
 * It is a problem document, unless the endpoint defines its own response for failures.
 */
function sendFailure({ name, door, request, response }: EndpointRequest, rejection: Rejection): void {
  const answerFor = door.failures?.[name] as ((rejection: Rejection, body: unknown) => object | string) | undefined
  // Closes the connection after a timeout, because the request is incomplete.
  // Data that arrives later would count as the rest of this request.
  if (rejection.rejected === 'timed-out') response.set('Connection', 'close')
  response.locals.problem = rejection.rejected
  const said = answerFor?.(rejection, request.body)
  if (said === undefined) sendProblem(response, rejection)
  else if (typeof said === 'string') sendText(response, said)
  else response.json(said)
}

function sendText(response: Response, text: string): void {
  response.type('text/plain').send(text)
}

/**
 * Answers a read at a past moment.
 * The endpoint's usual handler computes the answer from the rows of that moment.
 */
async function answerOfPast(asked: EndpointRequest): Promise<void> {
  const replayed = await replay(asked)
  if (!replayed) return
  if (isRejection(replayed)) return sendProblem(asked.response, replayed)
  const refused = asked.door.limitUnread(asked.response, Buffer.byteLength(replayed.json))
  if (refused) return sendProblem(asked.response, refused)
  setLanguage(asked.response, requestLocaleOf(asked.request))
  sendTimeTravelAnswer(asked.response, replayed)
}

async function replay({
  name,
  door,
  request,
  response,
}: EndpointRequest): Promise<TimeTravelAnswer | Rejection | undefined> {
  const principal = await admitToTimeTravel(door.tokens, request)
  if (isRejection(principal)) return principal
  response.locals.userId = principal.userId
  if (!door.past?.answers(name)) return refuseTimeTravel()
  const parsed = parseInput(endpoints[name], request)
  if (isRejection(parsed)) return parsed
  const when = parsePastMoment(request.query.at)
  if (isRejection(when)) return when
  return door.past.read(name, { ...parsed, principal, ...clientInfoOf(request) }, when, () => !response.destroyed)
}

/**
 * Returns how many bytes of the request body the log stores permanently if the request succeeds.
 * Returns 0 for photos, because the log does not contain them.
 */
const loggedBytesOf = ({ upload, hasPhoto }: Endpoint, request: Request) =>
  upload || hasPhoto ? 0 : unpackedSizeOf(request)

/**
 * If receiving a body took longer than this many ms, the sender is authorized again.
 * Most bodies arrive with their headers, so they need no second check.
 */
const RECHECK_AFTER_MS = 100

/**
 * Authorizes a request before its body is read.
 * Authorizes it again after a slow body, because its session, role or secret may have ended.
 * Returns undefined if the secret has become invalid, or the reader has gone.
 */
async function admitAndRun(asked: EndpointRequest, left: WriteOutcome): Promise<object | string | undefined> {
  const { name, door, request, response } = asked
  const endpoint: Endpoint = endpoints[name]
  const principal = await authorizeRequest(name, door.tokens, request)
  if (principal && isRejection(principal)) return principal
  response.locals.userId = principal?.userId
  const isCounted = principal && endpoint.method !== 'get'
  const tooMany = isCounted && (await door.count?.(principal))
  if (tooMany) return tooMany
  const checkedAt = performance.now()
  const came = await door.readBody(endpoint, request, response, principal?.userId)
  if (isRejection(came)) return came
  const run = async () => {
    // A client that has gone while its read waited needs no answer.
    if (response.destroyed && endpoint.method === 'get') return undefined
    const isFresh = performance.now() - checkedAt < RECHECK_AFTER_MS
    const sender = isFresh ? principal : await authorizeRequest(name, door.tokens, request)
    if (sender && isRejection(sender)) return sender
    if (!isFresh && endpoint.secret && !(await knowsSecret(asked))) return undefined
    return await runHandler(asked, sender, came, left)
  }
  try {
    // Counts the bytes first, which limits the memory of waiting commands.
    const tooLarge = isCounted && (await door.count?.(principal, loggedBytesOf(endpoint, request)))
    if (tooLarge) return tooLarge
    if (isCounted) return await door.inTurnOfActor(principal.userId, run)
    if (endpoint.method !== 'get' || UNCOUNTED_READS.includes(name)) return await run()
    // The compression of answers occupies the threads that others need too.
    return await door.inTurnOfReader(senderOf(response), run, untilClosed(response))
  } finally {
    await came.release()
  }
}

/**
 * Refusal of a command about an erased person, sent by another user.
 * Its status does not sign the sender out.
 * Only erased senders are signed out.
 * Otherwise the sender would sign in again and repeat the command endlessly.
 */
const PERSON_ERASED_REJECTION = reject('not-found', msg`This person was erased. No personal data is left.`)

async function runHandler(
  asked: EndpointRequest,
  principal: Principal | undefined,
  came: ReceivedBody,
  left: WriteOutcome,
): Promise<object | string> {
  const { name, handle, door, request, response } = asked
  const endpoint: Endpoint = endpoints[name]
  const parsed = parseInput(endpoint, request)
  if (isRejection(parsed)) return parsed
  const snapshot = endpoint.method === 'get' ? door.snapshot?.() : undefined
  if (snapshot) response.set('X-Position', String(Math.max(0, snapshot.position)))
  const key = createCommandEnvelope(name, request, principal, door.fingerprintKey, came.upload)
  response.locals.commandId = key?.envelope.commandId
  const { look, claim } = idempotencyChecksOf(door.unclaimed?.includes(name) ? undefined : door.keys, key)
  // A token of an ended session may only fetch an earlier command's answer.
  const reused = await (principal && !principal.ended ? claim() : look())
  if (reused) return reused
  const { upload } = came
  const hasLeft = () => response.destroyed
  const call = { ...parsed, upload, envelope: key?.envelope, principal, ...clientInfoOf(request), claim, hasLeft }
  try {
    return await trackWrites(left, () => handle(call, snapshot))
  } catch (error) {
    if (error instanceof PersonErased && principal && principal.userId !== error.personId)
      return PERSON_ERASED_REJECTION
    throw error
  }
}

/**
 * Converts an API response for sending.
 * The position becomes text, and the message is translated for the reader.
 */
function onTheWire(answer: { position?: unknown; message?: unknown }, response: Response): object {
  const position = typeof answer.position === 'number' && { position: String(answer.position) }
  if (!isMessage(answer.message)) return { ...answer, ...position }
  const locale = requestLocaleOf(response.req)
  setLanguage(response, locale)
  return { ...answer, message: translatorOf(locale)(answer.message), ...position }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'message' in value
