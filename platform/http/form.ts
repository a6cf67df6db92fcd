/**
 * Receives a form with one file.
 * Streams, counts and hashes the file, and never reads it completely into memory.
 */

import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { addAbortSignal } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { Request } from 'express'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { PRIVATE_MODES } from '../private-files.ts'
import { drainAndReturn, drainBody, releaseBufferMemory, waitForStall } from './unread-body.ts'

/**
 * Uploaded file of a call.
 * It exists until the response, or until the handler releases it.
 */
export interface UploadedFile extends SavedFile {
  /**
   * Deletes the uploaded file, so that its sender may upload another one.
   * Handlers that do not need the file should call `release` early.
   */
  release(): Promise<void>
}

/** Uploaded file of a form, saved to disk. */
interface SavedFile {
  path: string
  /** SHA-256 of the file's content, in hex. */
  sha256: string
}

interface Form {
  /** Text fields by name. */
  fields: Record<string, string>
  upload: SavedFile
}

/** Size limit of a file, in bytes. */
export const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024
/** Size limit of a form's names, text fields and boundaries, in bytes. */
const FORM_OVERHEAD_LIMIT_BYTES = 64 * 1024
const LIMITS = { fileSize: UPLOAD_LIMIT_BYTES, fields: 20, fieldSize: 10_000, headerPairs: 20, headerSize: 4_096 }

const TOO_LARGE = reject('too-large', msg`The file is too large: the limit is 10 MB. Send a smaller one.`)
const BROKEN = reject('bad-request', msg`The file was not sent completely. Please send it again.`)
const TOO_MUCH = reject('bad-request', msg`The form has unexpected parts.`)

/**
 * `folder` is the folder for the file.
 * `stillMs` is the time limit in ms in which no data arrives.
 */
interface ReceiveOptions {
  folder: string
  stillMs: number
}

/**
 * Receives a form with a file in the field `field`.
 * The caller must delete the file.
 * After a rejection or an error, no file is left.
 */
export async function receiveForm(request: Request, field: string, receipt: ReceiveOptions): Promise<Form | Rejection> {
  const { folder, stillMs } = receipt
  if (Number(request.get('Content-Length') ?? 0) > UPLOAD_LIMIT_BYTES + FORM_OVERHEAD_LIMIT_BYTES)
    return drainAndReturn(request, TOO_LARGE)
  const parser = parserOf(request)
  if (!parser) return drainAndReturn(request, noForm(field))
  const file = path.join(folder, randomUUID())
  let isWhole = false
  try {
    const form = await read(request, parser, { file, field, stillMs })
    isWhole = !isRejection(form)
    return form
  } finally {
    if (!isWhole) await rm(file, { force: true })
  }
}

/**
 * Creates the parser of a form.
 * Returns undefined if the request is no form or lacks a boundary.
 * The parser would throw for a missing boundary.
 */
function parserOf({ headers }: Request): BusboyInstance | undefined {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: LIMITS })
  } catch {
    return undefined
  }
}

interface FormTarget {
  file: string
  field: string
  stillMs: number
}

async function read(request: Request, parser: BusboyInstance, into: FormTarget): Promise<Form | Rejection> {
  const { file, field, stillMs } = into
  const { promise: ended, resolve: end } = Promise.withResolvers<Rejection | Error | undefined>()
  const stop = new AbortController()
  const fields = new Map<string, string>()
  let saving: Promise<string> | undefined
  let bytes = 0

  parser.on('file', (name, stream) => {
    // Ignores errors of the file's stream here, because the form reports them.
    stream.on('error', () => undefined)
    const refused = name !== field ? notAskedFor(name, field) : saving && onlyOne(field)
    if (refused) return end(refused)
    stream.on('limit', () => end(TOO_LARGE))
    saving = save(stream, file, stop.signal)
    // Reports a system error, such as a full disk, as such and not as an incomplete form.
    saving.catch((error: Error) => end('syscall' in error ? error : BROKEN))
  })
  parser.on('field', (name, value, isNameCut, isCut) => (isNameCut || isCut ? end(TOO_MUCH) : fields.set(name, value)))
  parser.on('fieldsLimit', () => end(TOO_MUCH))
  parser.on('error', () => end(BROKEN))
  parser.on('finish', () => end(undefined))
  // Count all bytes, also those outside the form's parts.
  request.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > UPLOAD_LIMIT_BYTES + FORM_OVERHEAD_LIMIT_BYTES) end(TOO_LARGE)
  })
  // Fails if the client disconnected before its request was complete.
  // A complete request may close with data still unread.
  request.on('close', () => !request.complete && end(BROKEN))
  void waitForStall(request, stillMs, { isPaused: () => request.isPaused() }).then(end)
  request.pipe(parser)

  const stopped = await ended
  if (stopped) {
    request.unpipe(parser)
    drainBody(request)
    stop.abort()
  }
  const [saved] = await Promise.allSettled([saving])
  if (stopped instanceof Error) throw stopped
  if (stopped) return stopped
  if (saved.status === 'rejected') throw saved.reason
  if (saved.value === undefined) return reject('bad-request', msg`There is no file in the field ‘${{ field }}’.`)
  return { fields: Object.fromEntries(fields), upload: { path: file, sha256: saved.value } }
}

const notAskedFor = (name: string, field: string) =>
  reject('bad-request', msg`The file belongs in the field ‘${{ field }}’, not ‘${{ slice: name.slice(0, 40) }}’.`)
const noForm = (field: string) =>
  reject('bad-request', msg`Send a form (multipart/form-data) with one file in the field ‘${{ field }}’.`)
const onlyOne = (field: string) => reject('bad-request', msg`Send exactly one file in the field ‘${{ field }}’.`)

/**
 * Saves an uploaded file and returns its hash.
 * Frees each piece of memory after writing it.
 */
async function save(stream: BusboyFileStream, file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(file, 'wx', PRIVATE_MODES.file)
  try {
    for await (const piece of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
      hash.update(piece)
      await handle.appendFile(piece)
      releaseBufferMemory(piece)
    }
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
