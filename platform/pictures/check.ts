/** Checks by content whether a file is an accepted picture, before decoding it. */
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

/**
 * Copy of the contract's `reject`.
 * Importing that would load the schema library into the decoding process and add half its memory.
 */
const reject = (rejected: Rejection['rejected'], message: string): Rejection => ({ rejected, message })

const isTaken = (kind: string): kind is PictureKind => (PICTURE_KINDS as readonly string[]).includes(kind)

/**
 * Returns why a file (by path) or bytes are refused, with advice.
 * Returns undefined for an accepted picture.
 */
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

/** Refuses pictures with too many pixels. */
export function tooManyPixels(pixels: number): Rejection | undefined {
  if (pixels <= MOST_PIXELS) return undefined
  const [has, most] = [pixels, MOST_PIXELS].map((one) => figure(Math.ceil(one / 1_000_000)))
  return reject('too-large', `This picture has ${has} megapixels; at most ${most} are taken. Send a smaller one.`)
}

/**
 * Limit of scans for the largest picture, which are read within a few seconds.
 * Encoders write 10 for a colour picture.
 */
const MOST_SCANS = 20

/**
 * Refuses a JPEG that takes far longer to read than its size suggests.
 * Other pictures would wait for it.
 */
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
