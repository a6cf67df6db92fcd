/** Picture files for tests, good ones and hostile ones, made when they are asked for. */
import sharp from 'sharp'

const blank = (width: number, height: number, limitInputPixels = true) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7d44' }, limitInputPixels })

/** Such as no encoder makes small. */
export function noise(width: number, height: number) {
  const dots = Buffer.alloc(width * height * 3)
  // The remainders of squares: without a pattern to the eye, and the same every time.
  for (let at = 0; at < dots.length; at++) dots[at] = (at * at) % 251
  return sharp(dots, { raw: { width, height, channels: 3 } })
}

export const jpeg = (width = 40, height = 30) => blank(width, height).jpeg().toBuffer()
export const png = (width = 40, height = 30) => blank(width, height).png().toBuffer()
export const webp = () => blank(40, 30).webp().toBuffer()
export const avif = () => blank(40, 30).avif().toBuffer()
export const gif = () => blank(40, 30).gif().toBuffer()
export const bomb = () => blank(14_000, 14_000, false).png().toBuffer()
export const cmyk = () => blank(40, 30).toColourspace('cmyk').jpeg().toBuffer()
export const deep = () => blank(40, 30).toColourspace('rgb16').png().toBuffer()

/** Lying on its side, and telling where and by whom it was taken. */
export const sideways = () =>
  blank(40, 30)
    .withExif({ IFD0: { Artist: 'Ama Mensah' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '5/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Two pictures that take turns. */
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
/** An archive of nothing: the end of its directory is all of it. */
export const withZip = async () => Buffer.concat([await jpeg(), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
export const svg = async () =>
  Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
export const pdf = async () => Buffer.from('%PDF-1.7\n')
/** As an iPhone begins its photos; nobody here could read on. */
export const heic = async () =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(100)])
