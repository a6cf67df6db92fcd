/** Decodes untrusted pictures within limits, turns them upright and re-encodes them without metadata. */

import type { DecodedPicture, PictureSize } from './tasks.ts'

/** Limit of pixels, width times height. */
export const MAX_PICTURE_PIXELS = 25_000_000
/** Longest side of stored pictures, in px. */
const LONGEST_SIDE = 2_560
/**
 * JPEG quality, 1 to 100.
 * A higher one costs more bytes than it gains.
 * Optimal coding would save a few percent but holds the whole picture in memory.
 */
const JPEG = { quality: 85, optimiseCoding: false }
/** Time limit of decoding in s. Any allowed picture takes far less, even on a slow machine. */
const DECODE_TIMEOUT_S = 60

const READERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}`)

let loading: Promise<typeof import('sharp').default> | undefined

/** Loads the library with the first picture, so that the start does not load it. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    // One thread per picture instead of one per core: pictures arrive concurrently, and each thread takes memory.
    sharp.concurrency(1)
    // Blocks all loaders of the library, except those that are allowed below.
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
 * Returns the size from the header, in px.
 * Throws if it can't be read.
 */
export async function readPictureSize(source: string | Uint8Array): Promise<PictureSize> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata()
  return { width, height }
}

/**
 * Re-encodes a picture as 8-bit sRGB JPEG, upright, with a longest side of at most `LONGEST_SIDE`.
 * Removes all metadata, such as the location.
 * Keeps the first frame of an animation.
 * Throws if the picture is truncated or damaged.
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

/** Narrows a stored picture to `width` px. Never enlarges it. */
export async function resizeToWidth(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(bytes).resize({ width, withoutEnlargement: true }).jpeg(JPEG).toBuffer()
}

/** Returns the pixels of a stored picture, with a longest side of at most `longest` px. */
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
