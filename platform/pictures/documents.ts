/** Finds a document that hides in a picture, so that the same file is a page, a script or an archive to whoever opens it so. */
import { createReadStream } from 'node:fs'

/** How such documents begin. Phones put previews, clips and notes of their own into photos: those are no reason. */
const DOCUMENT = /<(?:html|script|iframe)[\s>]|<!doctype\s|<\?php\s|%PDF-\d/i
/** The longest beginning of a document, less one: it may lie across two pieces. */
const OVERLAP = 15
/** A zip's directory ends with it; behind it comes at most a comment. */
const ZIP_END = 'PK\x05\x06'
const ZIP_END_BYTES = 22
const PIECE = 65_536

/** Whether there is one, in a file (by its path) or in bytes. Reads piece by piece. */
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

/** A directory's end whose comment is as long as it says: four bytes alone are in many a photo by chance. */
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
