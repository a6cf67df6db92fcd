/** What kind of file some bytes are: by how they begin, whatever the file is called. */

/** The kinds of picture that are taken. */
export const PICTURE_KINDS = ['jpeg', 'png', 'webp', 'avif'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** So many bytes tell the kind. */
export const HEAD_BYTES = 512

/** Container formats of ISO 14496-12 name what they hold: AV1 can be decoded, HEVC (what phones call HEIC) can't. */
const AV1_BRANDS = ['avif', 'avis']
const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** A kind that is taken, or one that people take for a picture and that is not taken; undefined for all else. */
export function kindOf(head: Uint8Array): PictureKind | 'heic' | 'gif' | 'svg' | 'pdf' | undefined {
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
  // Bytes 0-3 are the length of the box, 12-15 a version, the rest of it brands of four letters.
  const length = Math.min(Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE(), text.length)
  const brands = text.slice(8, length).match(/.{4}/gs) ?? []
  const isOneOf = (names: string[]) => brands.some((brand) => names.includes(brand))
  if (isOneOf(AV1_BRANDS)) return 'avif'
  return isOneOf(HEVC_BRANDS) ? 'heic' : undefined
}
