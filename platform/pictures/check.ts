/** Whether a file is a picture that is taken: by its content, before anything of it is decoded. */
import { open } from 'node:fs/promises'
import type { Rejection } from '#contract/door/problems.ts'
import { figure } from '#rules/figure.ts'
import { MOST_PIXELS } from './decode.ts'
import { hidesDocument } from './documents.ts'
import { HEAD_BYTES, kindOf, PICTURE_KINDS, type PictureKind } from './kinds.ts'

const TAKEN = 'Send a JPEG, PNG, WebP or AVIF picture.'

const REFUSED = {
  heic: `HEIC photos can not be read here. ${TAKEN} On an iPhone: Settings, Camera, Formats, Most Compatible.`,
  gif: `GIF pictures are not taken. ${TAKEN}`,
  svg: `Drawings (SVG) are not taken. ${TAKEN}`,
  pdf: `PDF documents are not taken. ${TAKEN}`,
}

/** As the contract's `reject`, which would bring the schema library into the process that decodes: half as much memory again. */
const reject = (rejected: Rejection['rejected'], message: string): Rejection => ({ rejected, message })

const isTaken = (kind: string): kind is PictureKind => (PICTURE_KINDS as readonly string[]).includes(kind)

/** Why a file (by its path) or bytes are no picture to be taken, in a sentence that says what to do; undefined when they are one. */
export async function whyNot(source: string | Uint8Array): Promise<Rejection | undefined> {
  const head = await headOf(source)
  if (head.length === 0) return reject('bad-request', 'The file is empty. Please choose the picture again.')
  const kind = kindOf(head)
  if (!kind) return reject('wrong-kind', `This file is no picture. ${TAKEN}`)
  if (!isTaken(kind)) return reject('wrong-kind', REFUSED[kind])
  if (await hidesDocument(source))
    return reject('wrong-kind', `This file is a picture and another document in one. ${TAKEN}`)
  return undefined
}

/** Refuses more dots than are decoded. */
export function tooManyPixels(pixels: number): Rejection | undefined {
  if (pixels <= MOST_PIXELS) return undefined
  const [has, most] = [pixels, MOST_PIXELS].map((one) => figure(Math.ceil(one / 1_000_000)))
  return reject('too-large', `This picture has ${has} megapixels; at most ${most} are taken. Send a smaller one.`)
}

/** Encoders make 10 of a picture in colour; so many of the largest picture are read within a few seconds. */
const MOST_SCANS = 20

/** Refuses a JPEG that takes much longer to read than its size lets expect; others wait for it meanwhile. */
export function tooManyScans(scans: number, pixels: number): Rejection | undefined {
  if (scans * pixels <= MOST_SCANS * MOST_PIXELS) return undefined
  return reject(
    'too-large',
    `This JPEG is stored in ${scans} layers, which takes too long to read. Save it as a plain JPEG.`,
  )
}

async function headOf(source: string | Uint8Array): Promise<Uint8Array> {
  if (typeof source !== 'string') return source.subarray(0, HEAD_BYTES)
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
