/** Reads what came with a call, once it is known who sends it: JSON, or a form with a file. */
import { rm } from 'node:fs/promises'
import type { Request, Response } from 'express'
import type { Endpoint } from '#contract/endpoints.ts'
import { isRejection, type Rejection, reject } from '#contract/problems.ts'
import { receiveForm, type Upload } from './form.ts'
import { createJsonReader } from './json-body.ts'
import { createPlaces } from './places.ts'

/** What came, besides what stands in `request.body`. */
export interface Came {
  upload?: Upload
  /** To be called when the call is answered: its file goes, and its place is free. */
  release(): Promise<void>
}

const USUAL_BYTES = 64 * 1024
/** Forms that are being received or wait for their answer: each holds a file. */
const MOST_FORMS = 22
/** Bodies beyond the usual size, each of which is in memory several times over. */
const MOST_LARGE = 4

const NOTHING: Came = { release: async () => undefined }

/** `incoming`: the folder where files lie while they are received. */
export function createBodyReader(incoming: string | undefined) {
  const [enterForm, enterLarge] = [createPlaces(MOST_FORMS), createPlaces(MOST_LARGE)]
  const readUsual = createJsonReader(USUAL_BYTES)

  async function receive(request: Request, field: string): Promise<Came | Rejection> {
    if (!incoming) return reject('unavailable', 'Files can not be received here.')
    const leave = enterForm()
    if (typeof leave === 'object') return leave
    try {
      const form = await receiveForm(request, incoming, field)
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

  async function readLarge(request: Request, response: Response, most: number): Promise<Came | Rejection> {
    const leave = enterLarge()
    if (typeof leave === 'object') return leave
    try {
      const refused = await createJsonReader(most)(request, response)
      return refused ? leaving(leave, refused) : { release: async () => leave() }
    } catch (error) {
      leave()
      throw error
    }
  }

  return async ({ method, upload, bodyBytes }: Endpoint, request: Request, response: Response) => {
    if (method === 'get') return NOTHING
    if (upload) return receive(request, upload)
    const length = Number(request.get('Content-Length') ?? Number.POSITIVE_INFINITY)
    if (bodyBytes && length > USUAL_BYTES) return readLarge(request, response, bodyBytes)
    return (await readUsual(request, response)) ?? NOTHING
  }
}

function leaving<T>(leave: () => void, answer: T): T {
  leave()
  return answer
}
