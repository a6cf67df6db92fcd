/** Picture files for tests, valid and hostile, created on demand. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7d44' } })

/** Creates a picture that no encoder compresses well. */
export function noise(width: number, height: number) {
  const dots = Buffer.alloc(width * height * 3)
  // Remainders of squares show no visible pattern and are always the same.
  for (let at = 0; at < dots.length; at++) dots[at] = (at * at) % 251
  return sharp(dots, { raw: { width, height, channels: 3 } })
}

export const jpeg = (width = 40, height = 30) => blank(width, height).jpeg().toBuffer()
export const png = (width = 40, height = 30) => blank(width, height).png().toBuffer()
export const webp = () => blank(40, 30).webp().toBuffer()
export const avif = () => blank(40, 30).avif().toBuffer()
export const gif = () => blank(40, 30).gif().toBuffer()

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** Creates a valid PNG of 24 KB that decodes to 196 million pixels of one bit. */
export async function bomb(): Promise<Buffer> {
  const SIDE = 14_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(SIDE * (1 + SIDE / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export const progressive = (width = 40, height = 30) => blank(width, height).jpeg({ progressive: true }).toBuffer()

/** Creates a progressive JPEG with `more` extra copies of its last scan, 40 bytes each. */
export async function layered(width: number, height: number, more: number): Promise<Buffer> {
  const whole = await progressive(width, height)
  const [last, end] = [whole.lastIndexOf(Buffer.from([0xff, 0xda])), whole.length - 2]
  return Buffer.concat([whole.subarray(0, end), ...Array(more).fill(whole.subarray(last, end)), whole.subarray(end)])
}

export const cmyk = () => blank(40, 30).toColourspace('cmyk').jpeg().toBuffer()
export const deep = () => blank(40, 30).toColourspace('rgb16').png().toBuffer()

/** Creates a rotated JPEG with an artist and location in its metadata. */
export const sideways = () =>
  blank(40, 30)
    .withExif({ IFD0: { Artist: 'Ama Mensah' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '5/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Creates an animation of two pictures. */
export async function animated(kind: 'gif' | 'webp') {
  const pictures = [await png(), await blank(40, 30).negate().png().toBuffer()]
  return sharp(pictures, { join: { animated: true } })
    [kind]()
    .toBuffer()
}

export const cutOff = async () => {
  const whole = await noise(200, 150).jpeg().toBuffer()
  return whole.subarray(0, whole.length / 2)
}
export const withHtml = async () => Buffer.concat([await jpeg(), Buffer.from('<html><script>alert(1)</script></html>')])
/** Appends an empty zip archive, which is only the end of its directory. */
export const withZip = async () => Buffer.concat([await jpeg(), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
export const svg = async () =>
  Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
export const pdf = async () => Buffer.from('%PDF-1.7\n')
/** Starts like an iPhone photo, without further content. */
export const heic = async () =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(100)])

/** Draws litter as in a photo: a bottle, a can and a sheet of paper. */
export function litter(width = 800, height = 600): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="${width}" height="${height}">
    <defs>
      <linearGradient id="bottle"><stop stop-color="#9fd3f5"/><stop offset=".5" stop-color="#e8f6ff"/><stop offset="1" stop-color="#4b9ccf"/></linearGradient>
      <linearGradient id="can"><stop stop-color="#8f1018"/><stop offset=".4" stop-color="#ff6a6a"/><stop offset="1" stop-color="#7a0c12"/></linearGradient>
    </defs>
    <g transform="rotate(24 250 300)"><rect x="200" y="170" width="100" height="260" rx="26" fill="url(#bottle)"/><rect x="230" y="110" width="40" height="70" fill="#cfe9fa"/><rect x="226" y="92" width="48" height="26" rx="5" fill="#1667c0"/><rect x="200" y="250" width="100" height="80" fill="#e33"/></g>
    <g transform="rotate(-15 560 220)"><rect x="510" y="140" width="100" height="170" rx="10" fill="url(#can)"/><ellipse cx="560" cy="142" rx="50" ry="14" fill="#cfcfcf"/></g>
    <path d="M480 400L640 380L690 500L560 540L470 490Z" fill="#f6f4ee"/><path d="M480 400L570 450L690 500M570 450L560 540" stroke="#c9c4b6" stroke-width="4" fill="none"/>
  </svg>`
  return noise(200, 150)
    .resize(width, height)
    .modulate({ brightness: 0.5, saturation: 0.25 })
    .composite([{ input: Buffer.from(drawing) }])
    .jpeg()
    .toBuffer()
}
