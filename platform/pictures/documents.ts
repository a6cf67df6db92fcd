/** Detects documents hidden in pictures, which other programs would open as a page, script or archive. */
import { createReadStream } from 'node:fs'

/**
 * Starts of such documents.
 * Phones add previews, clips and notes to photos, which are harmless.
 */
const DOCUMENT = /<(?:html|script|iframe)[\s>]|<!doctype\s|<\?php\s|%PDF-\d/i
/** Overlap of two pieces: the longest start of a document, less one. */
const OVERLAP = 15
/**
 * End of a zip's directory.
 * Only a comment may follow it.
 */
const ZIP_END = 'PK\x05\x06'
const ZIP_END_BYTES = 22
const PIECE = 65_536

/**
 * Whether a file (by path) or bytes contain a document.
 * Reads piece by piece.
 */
export async function hidesDocument(source: string | Uint8Array): Promise<boolean> {
  let before = ''
  let last = ''
  for await (const piece of piecesOf(source)) {
    const text = before + piece
    if (DOCUMENT.test(text)) return true
    before = text.slice(-OVERLAP)
    last = (last + piece).slice(-PIECE - ZIP_END_BYTES)
  }
  return endsAsZip(last)
}

/**
 * Whether a zip directory ends with a comment of its declared length.
 * The four bytes alone occur in photos by chance.
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
