/** Checks by content whether a file is an accepted picture, before decoding. */

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Rejection } from '#contract/http/problems.ts'
import { type Message, msg, plural } from '#contract/languages/message.ts'
import { MAX_PICTURE_PIXELS } from './decode.ts'
import type { PictureRefusal } from './tasks.ts'

/**
 * Matches the start of an HTML, PHP or PDF document, which may contain code.
 * Such a document can be hidden in a picture file.
 * Does not match the previews, video clips and notes that phones add to pictures.
 */
const DOCUMENT = /<(?:html|script|iframe)[\s>]|<!doctype\s|<\?php\s|%PDF-\d/i
/**
 * Matches the entry of an AVIF picture that is composed of other pictures.
 * A small file can name the same large picture many times.
 * Decoding it then takes minutes.
 */
const COMPOSED = /infe.{8}(?:..)?(?:grid|iovl)/s
/**
 * Number of bytes by which consecutive pieces of a file overlap.
 * It is the length of the longest match of `DOCUMENT` or `COMPOSED`, minus one.
 */
const OVERLAP = 17
/**
 * First bytes of the record at the end of a zip file.
 * Only a comment may follow that record.
 */
const ZIP_END = 'PK\x05\x06'
const ZIP_END_BYTES = 22
const PIECE = 65_536

/**
 * Returns what else a file (by path) or bytes contain.
 * It is a document that can hide code, or pictures of which this one is composed.
 */
async function findHidden(source: string | Uint8Array): Promise<'document' | 'pictures' | undefined> {
  let before = ''
  let last = ''
  for await (const piece of piecesOf(source)) {
    const text = before + piece
    if (DOCUMENT.test(text)) return 'document'
    if (COMPOSED.test(text)) return 'pictures'
    before = text.slice(-OVERLAP)
    last = (last + piece).slice(-PIECE - ZIP_END_BYTES)
  }
  return endsAsZip(last) ? 'document' : undefined
}

/**
 * Whether the text has a zip's end record and a comment of the declared length.
 * The first four bytes alone occur in photos by chance.
 */
function endsAsZip(text: string): boolean {
  for (let at = text.indexOf(ZIP_END); at >= 0; at = text.indexOf(ZIP_END, at + 1)) {
    const end = Buffer.from(text.slice(at, at + ZIP_END_BYTES), 'latin1')
    if (end.length === ZIP_END_BYTES && at + ZIP_END_BYTES + end.readUInt16LE(20) <= text.length) return true
  }
  return false
}

async function* piecesOf(source: string | Uint8Array): AsyncIterable<string> {
  if (typeof source === 'string') {
    yield* createReadStream(source, { encoding: 'latin1', highWaterMark: PIECE }) as AsyncIterable<string>
    return
  }
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.toString('latin1', at, at + PIECE)
}

/** Accepted kinds of pictures. */
const PICTURE_KINDS = ['jpeg', 'png', 'webp', 'avif'] as const
type PictureKind = (typeof PICTURE_KINDS)[number]

/** Count of first bytes that determine the kind of a picture. */
const HEAD_BYTES = 512

/**
 * Picture brands in ISO 14496-12 containers.
 * AV1 can be decoded; HEVC, which phones call HEIC, can't.
 */
const AV1_BRANDS = ['avif', 'avis']
const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Returns the kind of an accepted picture, or of a refused file that people often upload as a picture. */
function kindOf(head: Uint8Array): PictureKind | 'heic' | 'gif' | 'svg' | 'pdf' | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES)).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  if (text.slice(4, 8) === 'ftyp') return containerOf(text)
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('%PDF-')) return 'pdf'
  return /<svg[\s>]/i.test(text) ? 'svg' : undefined
}

function containerOf(text: string): 'avif' | 'heic' | undefined {
  // The `ftyp` box: bytes 0-3 are its length, bytes 12-15 a version.
  // Brands of four letters follow.
  const length = Math.min(Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE(), text.length)
  const brands = text.slice(8, length).match(/.{4}/gs) ?? []
  const isOneOf = (names: string[]) => brands.some((brand) => names.includes(brand))
  if (isOneOf(AV1_BRANDS)) return 'avif'
  return isOneOf(HEVC_BRANDS) ? 'heic' : undefined
}

const REFUSED = {
  heic: msg`HEIC photos are not supported. Send a JPEG, PNG, WebP or AVIF picture. On an iPhone: Settings, Camera, Formats, Most Compatible.`,
  gif: msg`GIF pictures are not supported. Send a JPEG, PNG, WebP or AVIF picture.`,
  svg: msg`Drawings (SVG) are not supported. Send a JPEG, PNG, WebP or AVIF picture.`,
  pdf: msg`PDF documents are not supported. Send a JPEG, PNG, WebP or AVIF picture.`,
}

const HIDDEN = {
  document: msg`This file is a picture and another document in one. Send a JPEG, PNG, WebP or AVIF picture.`,
  pictures: msg`This AVIF picture is composed of several pictures. Send a JPEG, PNG or WebP picture.`,
}

const reject = (rejected: Rejection['rejected'], text: Message): PictureRefusal => ({ rejected, text })

const isTaken = (kind: string): kind is PictureKind => (PICTURE_KINDS as readonly string[]).includes(kind)

/**
 * Returns why a file (by path) or bytes are refused, with advice.
 * Returns undefined for an accepted picture.
 */
export async function refusePicture(source: string | Uint8Array): Promise<PictureRefusal | undefined> {
  const head = await headOf(source)
  if (head.length === 0) return reject('bad-request', msg`The file is empty. Please choose the picture again.`)
  const kind = kindOf(head)
  if (!kind) return reject('wrong-kind', msg`This file is not a picture. Send a JPEG, PNG, WebP or AVIF picture.`)
  if (!isTaken(kind)) return reject('wrong-kind', REFUSED[kind])
  const hidden = await findHidden(source)
  return hidden && reject('wrong-kind', HIDDEN[hidden])
}

/** Refuses pictures with too many pixels. */
export function refuseTooManyPixels(pixels: number): PictureRefusal | undefined {
  if (pixels <= MAX_PICTURE_PIXELS) return undefined
  const [has, most] = [Math.ceil(pixels / 1_000_000), Math.ceil(MAX_PICTURE_PIXELS / 1_000_000)]
  return reject(
    'too-large',
    msg`This picture has ${plural({ has }, { one: '# megapixel', other: '# megapixels' })}; the limit is ${{ most }}. Send a smaller one.`,
  )
}

/**
 * Maximum number of scans in a JPEG of the largest accepted size.
 * With so many scans, the JPEG still decodes within a few seconds.
 * Encoders write 10 scans for a colour picture.
 */
const MOST_SCANS = 20

/**
 * Refuses a JPEG picture that takes far longer to decode than its size suggests.
 * Other pictures would have to wait for it.
 */
export function refuseTooManyScans(scans: number, pixels: number): PictureRefusal | undefined {
  if (scans * pixels <= MOST_SCANS * MAX_PICTURE_PIXELS) return undefined
  return reject(
    'too-large',
    msg`This JPEG picture takes too long to read (${{ scans }} layers). Save it again without the option ‘progressive’.`,
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
