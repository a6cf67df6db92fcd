/** Reads what came with a call, once it is known who sends it: JSON, or a form with a file. */
import { rm } from 'node:fs/promises'
import type { Request, Response } from 'express'
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { forgetting } from './forget.ts'
import { receiveForm, type Upload } from './form.ts'
import { createJsonReader } from './json-body.ts'
import { createPlaces } from './places.ts'
import { STILL_MS } from './stands-still.ts'

/** What came, besides what stands in `request.body`. */
export interface Came {
  upload?: Upload
  /** To be called when the call is answered: its file goes, and its place is free. */
  release(): Promise<void>
}

const USUAL_BYTES = 64 * 1024
/** Forms that are being received or wait for their answer: each holds a file. */
const MOST_FORMS = { all: 22, ofOne: 4 }
/** Bodies beyond the usual size, each of which is in memory several times over. */
const MOST_LARGE = { all: 4, ofOne: 2 }
/** A body of the usual size comes within so long also over a very slow network. */
const USUAL_MS = 30_000
/** Whoever has not signed in yet: all of them have as many places as one sender. */
const PUBLIC = 'public'

interface Large {
  request: Request
  response: Response
  /** bytes */
  most: number
  sender: string
}

const NOTHING: Came = { release: async () => undefined }

export interface Receiving {
  /** The folder where files lie while they are received. */
  incoming?: string | undefined
  /** A test has less patience. */
  stillMs?: number | undefined
}

/** `sender`: the account that it is sent by. */
export function createBodyReader({ incoming, stillMs = STILL_MS }: Receiving) {
  const [enterForm, enterLarge] = [createPlaces(MOST_FORMS), createPlaces(MOST_LARGE)]
  const readUsual = createJsonReader(USUAL_BYTES, { stillMs, mostMs: USUAL_MS })

  async function receive(request: Request, field: string, sender: string): Promise<Came | Rejection> {
    if (!incoming) return reject('unavailable', 'Files can not be received here.')
    const leave = enterForm(sender)
    if (typeof leave === 'object') return forgetting(request, leave)
    try {
      const form = await receiveForm(request, field, { folder: incoming, stillMs })
      if (isRejection(form)) return leaving(leave, form)
      request.body = form.fields
      const letGo = async () => leaving(leave, await rm(form.upload.path, { force: true }))
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

  async function readLarge({ request, response, most, sender }: Large): Promise<Came | Rejection> {
    const leave = enterLarge(sender)
    if (typeof leave === 'object') return leave
    try {
      const refused = await createJsonReader(most, { stillMs })(request, response)
      return refused ? leaving(leave, refused) : { release: async () => leave() }
    } catch (error) {
      leave()
      throw error
    }
  }

  return async (endpoint: Endpoint, request: Request, response: Response, sender = PUBLIC) => {
    const { method, upload, bodyBytes } = endpoint
    if (method === 'get') return NOTHING
    if (upload) return receive(request, upload, sender)
    const length = Number(request.get('Content-Length') ?? Number.POSITIVE_INFINITY)
    if (bodyBytes && length > USUAL_BYTES) return readLarge({ request, response, most: bodyBytes, sender })
    return (await readUsual(request, response)) ?? NOTHING
  }
}

function leaving<T>(leave: () => void, answer: T): T {
  leave()
  return answer
}
