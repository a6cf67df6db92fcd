/** Reads an authenticated call's body: JSON, or a form with a file. */

import { rm } from 'node:fs/promises'
import type { Request, Response } from 'express'
import type { Endpoint } from '#contract/endpoints.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { createConcurrencyLimit, runWithinLimit } from './concurrency-limit.ts'
import { receiveForm, type UploadedFile } from './form.ts'
import {
  createFormReader,
  createJsonReader,
  GATEWAY_BODY_OPTIONS,
  loadTextDecoders,
  readQueryAsBody,
} from './json-body.ts'
import { createTurnSpreader, RESTING_EVENT_LOOP } from './requests.ts'
import { drainAndReturn, STALL_TIMEOUT_MS } from './unread-body.ts'

/**
 * Uploaded file of a received request body.
 * Other parts of the body are in `request.body`.
 */
export interface ReceivedBody {
  upload?: UploadedFile
  /**
   * Deletes the uploaded file, so that its sender may upload another form.
   * Call it after the response.
   */
  release(): Promise<void>
}

/** Size limit of a usual body, in bytes. */
const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024
/** Size limit of a request by a machine, in bytes. */
const MACHINE_BYTES = 8 * 1024
/** Maximum number of forms with a file received at once: from all senders, and from one sender. */
const FORM_LIMITS = { all: 22, ofOne: 4 }
/**
 * Maximum number of large bodies received at once: from all senders, and from one sender.
 * Each body takes several times its size in memory.
 */
const LARGE_BODY_LIMITS = { all: 4, ofOne: 2 }
/** Size in bytes above which the number of usual bodies received at once is limited. */
const SMALL_BODY_BYTES = 8 * 1024
/**
 * Maximum number of usual bodies above that size received at once.
 * Anyone may open thousands of requests whose bodies arrive slowly.
 * Public endpoints need only small bodies.
 */
const USUAL_LIMITS = { all: 4_000, ofOne: 200 }
const TOO_MANY = { ofOne: msg`Too many requests.`, all: msg`Too many requests.` }
/** Time limit in ms for receiving a usual request body, even over a very slow network. */
const USUAL_MS = 30_000
/** All requests without a session count as this sender, so they share its limits. */
const PUBLIC = 'public'

interface LargeBodyOptions {
  request: Request
  response: Response
  /** Size limit of the body, in bytes. */
  most: number
  sender: string
}

const NOTHING: ReceivedBody = { release: async () => undefined }

export interface BodyOptions {
  /** Folder of files that are still uploading. */
  incoming?: string | undefined
  /**
   * Maximum time in ms that a request body may pause without sending data.
   * Tests use a shorter time.
   */
  stillMs?: number | undefined
}

/**
 * Creates the reader of request bodies.
 * `sender` is the account that sends the request.
 */
export function createBodyReader({ incoming, stillMs = STALL_TIMEOUT_MS }: BodyOptions) {
  loadTextDecoders()
  const [enterForm, enterLarge] = [createConcurrencyLimit(FORM_LIMITS), createConcurrencyLimit(LARGE_BODY_LIMITS)]
  const enterUsual = createConcurrencyLimit(USUAL_LIMITS, TOO_MANY)
  const times = { stillMs, mostMs: USUAL_MS }
  const spread = createTurnSpreader(RESTING_EVENT_LOOP)
  const readUsual = createJsonReader(DEFAULT_BODY_LIMIT_BYTES, { ...times, spread })
  const readers = {
    json: createJsonReader(MACHINE_BYTES, { ...times, ...GATEWAY_BODY_OPTIONS }),
    form: createFormReader(MACHINE_BYTES, { ...times, ...GATEWAY_BODY_OPTIONS }),
    query: readQueryAsBody,
  }

  async function receive(request: Request, field: string, sender: string): Promise<ReceivedBody | Rejection> {
    if (!incoming) return reject('unavailable', msg`This server does not accept files.`)
    const leave = enterForm(sender)
    if (typeof leave === 'object') return drainAndReturn(request, leave)
    try {
      const form = await receiveForm(request, field, { folder: incoming, stillMs })
      if (isRejection(form)) return leaveAndReturn(leave, form)
      request.body = form.fields
      const letGo = async () => leaveAndReturn(leave, await rm(form.upload.path, { force: true }))
      let gone: Promise<void> | undefined
      const release = () => {
        gone ??= letGo()
        return gone
      }
      return { upload: { ...form.upload, release }, release }
    } catch (error) {
      leave()
      throw error
    }
  }

  async function readLarge({ request, response, most, sender }: LargeBodyOptions): Promise<ReceivedBody | Rejection> {
    const leave = enterLarge(sender)
    if (typeof leave === 'object') return leave
    try {
      const refused = await createJsonReader(most, { stillMs })(request, response)
      return refused ? leaveAndReturn(leave, refused) : { release: async () => leave() }
    } catch (error) {
      leave()
      throw error
    }
  }

  return async (endpoint: Endpoint, request: Request, response: Response, sender = PUBLIC) => {
    const { method, upload, bodyBytes, reads, secret } = endpoint
    if (method === 'get') return NOTHING
    if (reads ?? secret) return (await readers[reads ?? 'json'](request, response)) ?? NOTHING
    if (upload) return receive(request, upload, sender)
    const length = Number(request.get('Content-Length') ?? Number.POSITIVE_INFINITY)
    if (bodyBytes && length > DEFAULT_BODY_LIMIT_BYTES) return readLarge({ request, response, most: bodyBytes, sender })
    const read = async () => (await readUsual(request, response)) ?? NOTHING
    return length > SMALL_BODY_BYTES ? runWithinLimit(enterUsual, sender, read) : read()
  }
}

function leaveAndReturn<T>(leave: () => void, answer: T): T {
  leave()
  return answer
}
