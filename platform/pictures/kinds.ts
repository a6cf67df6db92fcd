/** Detects the kind of a file by its first bytes, not its name. */

/** Accepted kinds of pictures. */
export const PICTURE_KINDS = ['jpeg', 'png', 'webp', 'avif'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** Count of bytes that determine the kind. */
export const HEAD_BYTES = 512

/**
 * Brands in ISO 14496-12 containers.
 * AV1 can be decoded; HEVC, which phones call HEIC, can't.
 */
const AV1_BRANDS = ['avif', 'avis']
const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/**
 * Returns an accepted kind, or a refused one that people take for a picture.
 * Otherwise returns undefined.
 */
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
  // Bytes 0-3 are the length of the box, 12-15 a version.
  // Brands of four letters follow.
  const length = Math.min(Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE(), text.length)
  const brands = text.slice(8, length).match(/.{4}/gs) ?? []
  const isOneOf = (names: string[]) => brands.some((brand) => names.includes(brand))
  if (isOneOf(AV1_BRANDS)) return 'avif'
  return isOneOf(HEVC_BRANDS) ? 'heic' : undefined
}
