/** Pictures out of bytes that anybody may have sent: decoded under a limit, made upright, and written anew without what they told. */

import type { Decoded, Size } from './tasks.ts'

/** A picture may have so many dots, width times height. */
export const MOST_PIXELS = 25_000_000
/** px of the longest side of what is kept. */
export const LONGEST_SIDE = 2_560
/** 1 to 100: above it files grow faster than pictures gain. Best codes would save a few percent, and hold the whole picture in memory. */
const JPEG = { quality: 85, optimiseCoding: false }
/** No picture within the limits takes nearly as long on a slow machine. */
const PATIENCE_S = 30

const READERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}`)

let loading: Promise<typeof import('sharp').default> | undefined

/** The library, when the first picture comes: a start does without it. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    // One thread a picture, in place of one a core: several come at once, and each thread keeps memory of its own.
    sharp.concurrency(1)
    // Whatever a file turns out to be, no other reader ever sees it.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: READERS })
    return sharp
  })
  return loading
}

/** The dots that it says it has, before any is decoded; throws where its head can't be read. */
export async function pixelsOf(source: string | Uint8Array): Promise<number> {
  const { width, height } = await sizeOf(source)
  return width * height
}

/** px, as its head says; throws where that can't be read. */
export async function sizeOf(source: string | Uint8Array): Promise<Size> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata()
  return { width, height }
}

/**
 * As a JPEG in sRGB with 8 bits, upright, its longest side `LONGEST_SIDE` at most, nothing of its metadata (such as the place)
 * left; of an animation the first picture. Throws where it is cut off or broken.
 */
export async function cleaned(source: string | Uint8Array): Promise<Decoded> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(source, {
    limitInputPixels: MOST_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  })
    .timeout({ seconds: PATIENCE_S })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg(JPEG)
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** One of ours, `width` px wide; as it is where it is no wider. */
export async function narrowed(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(bytes).resize({ width, withoutEnlargement: true }).jpeg(JPEG).toBuffer()
}

/** One of ours as its dots, its longest side `longest` px at most. */
export async function spelledOut(bytes: Uint8Array, longest: number): Promise<Size & { rgb: Uint8Array }> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' })
    .timeout({ seconds: PATIENCE_S })
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { rgb: data, width: info.width, height: info.height }
}
