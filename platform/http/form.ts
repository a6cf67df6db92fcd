/** Receives a form with one file: streamed to a file of ours, counted and hashed while it comes, never whole in memory. */
import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { addAbortSignal } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { Request } from 'express'
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import { OWNER_ONLY } from '../private-files.ts'
import { forget, forgetting, free } from './forget.ts'
import { standsStill } from './stands-still.ts'

/** A file that came with a call; it is there until the call is answered, or its handler lets it go. */
export interface Upload extends Saved {
  /** Lets the file go, and with it the place that it took: for a handler that has what it needs and goes on for long. */
  release(): Promise<void>
}

/** A file of a form. */
export interface Saved {
  path: string
  /** SHA-256 of its content, in hex. */
  sha256: string
}

export interface Form {
  /** What was typed, by name. */
  fields: Record<string, string>
  upload: Saved
}

/** Bytes of a file. */
export const MOST_BYTES = 10 * 1024 * 1024
/** All else in a form: names, what was typed, the lines between. */
const MOST_BESIDE = 64 * 1024
const LIMITS = { fileSize: MOST_BYTES, fields: 20, fieldSize: 10_000, headerPairs: 20, headerSize: 4_096 }

const TOO_LARGE = reject('too-large', 'The file is too large: at most 10 MB are taken. Send a smaller one.')
const BROKEN = reject('bad-request', 'The form ended before it was complete. Please send it again.')
const TOO_MUCH = reject('bad-request', 'The form has more in it than is asked for.')

/** Where the file is to lie while it comes, and how long (ms) it may stand still. */
export interface Receipt {
  folder: string
  stillMs: number
}

/** The form, its file in `folder` under `field`; whoever gets it takes the file away. A refusal or an error leaves none. */
export async function receiveForm(request: Request, field: string, receipt: Receipt): Promise<Form | Rejection> {
  const { folder, stillMs } = receipt
  if (Number(request.get('Content-Length') ?? 0) > MOST_BYTES + MOST_BESIDE) return forgetting(request, TOO_LARGE)
  const parser = parserOf(request)
  if (!parser) return forgetting(request, noForm(field))
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

/** Undefined for what is no form, or names no line to lie between its parts: of these the parser says so by throwing. */
function parserOf({ headers }: Request): BusboyInstance | undefined {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: LIMITS })
  } catch {
    return undefined
  }
}

interface Into {
  file: string
  field: string
  stillMs: number
}

async function read(request: Request, parser: BusboyInstance, into: Into): Promise<Form | Rejection> {
  const { file, field, stillMs } = into
  const { promise: ended, resolve: end } = Promise.withResolvers<Rejection | Error | undefined>()
  const stop = new AbortController()
  const fields = new Map<string, string>()
  let saving: Promise<string> | undefined
  let bytes = 0

  parser.on('file', (name, stream) => {
    // Of one that is not saved, or whose form breaks off: the form itself says so.
    stream.on('error', () => undefined)
    const refused = name !== field ? notAskedFor(name, field) : saving && onlyOne(field)
    if (refused) return end(refused)
    stream.on('limit', () => end(TOO_LARGE))
    saving = save(stream, file, stop.signal)
    // That it can't be written, such as on a full disk, is no fault of the form.
    saving.catch((error: Error) => end('syscall' in error ? error : BROKEN))
  })
  parser.on('field', (name, value, isNameCut, isCut) => (isNameCut || isCut ? end(TOO_MUCH) : fields.set(name, value)))
  parser.on('fieldsLimit', () => end(TOO_MUCH))
  parser.on('error', () => end(BROKEN))
  parser.on('finish', () => end(undefined))
  // Also what no part of the form has: the lines before the first and after the last.
  request.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > MOST_BYTES + MOST_BESIDE) end(TOO_LARGE)
  })
  // Whoever went away half-way; one that is complete may be closed before it is read to its end.
  request.on('close', () => !request.complete && end(BROKEN))
  void standsStill(request, stillMs).then(end)
  request.pipe(parser)

  const stopped = await ended
  if (stopped) {
    request.unpipe(parser)
    forget(request)
    stop.abort()
  }
  const [saved] = await Promise.allSettled([saving])
  if (stopped instanceof Error) throw stopped
  if (stopped) return stopped
  if (saved.status === 'rejected') throw saved.reason
  if (saved.value === undefined) return reject('bad-request', `There is no file in the field ‘${field}’.`)
  return { fields: Object.fromEntries(fields), upload: { path: file, sha256: saved.value } }
}

const notAskedFor = (name: string, field: string) =>
  reject('bad-request', `The file belongs in the field ‘${field}’, not ‘${name.slice(0, 40)}’.`)
const noForm = (field: string) =>
  reject('bad-request', `Send a form (multipart/form-data) with one file in the field ‘${field}’.`)
const onlyOne = (field: string) => reject('bad-request', `Send exactly one file in the field ‘${field}’.`)

/** Answers the hash of what was saved. Each piece is given back once it is written. */
async function save(stream: BusboyFileStream, file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(file, 'wx', OWNER_ONLY.file)
  try {
    for await (const piece of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
      hash.update(piece)
      await handle.appendFile(piece)
      free(piece)
    }
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
