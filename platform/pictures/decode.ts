/** Decodes untrusted pictures within limits and re-encodes them upright without metadata. */

import type { DecodedPicture, PictureSize } from './tasks.ts'

/** Limit of pixels, width times height. */
export const MAX_PICTURE_PIXELS = 25_000_000
/** Longest side of stored pictures, in px. */
const LONGEST_SIDE = 2_560
/**
 * JPEG quality, 1 to 100; a higher one costs more than it gains.
 * Optimal coding saves a few percent but needs the whole picture in memory.
 */
const JPEG = { quality: 85, optimiseCoding: false }
/**
 * Decoding time limit in s.
 * Allowed pictures take far less even on slow machines.
 */
const DECODE_TIMEOUT_S = 60

const READERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}`)

let loading: Promise<typeof import('sharp').default> | undefined

/** Loads the picture library when the first picture arrives, not when the process starts. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    // Decodes each picture with one thread: several pictures arrive at once, and threads take memory.
    sharp.concurrency(1)
    // Blocks all file loaders of the library sharp except those in `READERS`.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: READERS })
    return sharp
  })
  return loading
}

/**
 * Returns the count of pixels from the header.
 * Throws if it can't be read.
 */
export async function readPixelCount(source: string | Uint8Array): Promise<number> {
  const { width, height } = await readPictureSize(source)
  return width * height
}

/**
 * Returns a picture's size in px, from its header.
 * Throws if the header can't be read.
 */
export async function readPictureSize(source: string | Uint8Array): Promise<PictureSize> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata()
  return { width, height }
}

/**
 * Re-encodes a picture as upright 8-bit sRGB JPEG, with sides up to `LONGEST_SIDE`.
 * Removes metadata, such as the location.
 * Keeps an animation's first frame.
 * Throws if truncated or damaged.
 */
export async function reencodePicture(source: string | Uint8Array): Promise<DecodedPicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(source, {
    limitInputPixels: MAX_PICTURE_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  })
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg(JPEG)
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/**
 * Narrows a stored picture to `width` px.
 * Never enlarges it.
 */
export async function resizeToWidth(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(bytes).resize({ width, withoutEnlargement: true }).jpeg(JPEG).toBuffer()
}

/** Returns a stored picture's pixels, with sides of at most `longest` px. */
export async function decodePixels(bytes: Uint8Array, longest: number): Promise<PictureSize & { rgb: Uint8Array }> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'truncated' })
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { rgb: data, width: info.width, height: info.height }
}
