/**
 * Tests that JPEG scans are counted by the file's structure.
 * Bytes that only look like the start of a scan do not count.
 */
import { expect, it } from 'vitest'
import * as files from '../../tests/fixtures/picture-files.ts'
import { refuseTooManyScans } from './check.ts'
import { MAX_PICTURE_PIXELS } from './decode.ts'
import { countJpegScans } from './scans.ts'

const scan = Buffer.from([0xff, 0xda])
/** Adds previews before and after the picture data, as phones do. */
const withPreviews = async () => {
  const [jpeg, preview] = [await files.jpeg(), await files.createProgressiveJpeg()]
  const head = Buffer.from([0xff, 0xe1, (preview.length + 2) >> 8, (preview.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), head, preview, jpeg.subarray(2), preview])
}

it.each([
  ['a plain JPEG', files.jpeg, 1],
  ['one with previews', withPreviews, 1],
  ['a progressive one', files.createProgressiveJpeg, 10],
  ['one with many', () => files.createManyScansJpeg(40, 30, 90), 100],
  ['one that is full of noise', () => files.createNoisePicture(200, 150).jpeg().toBuffer(), 1],
  ['one that is cut off', async () => (await files.createProgressiveJpeg()).subarray(0, -3), 10],
  ['one with fillers', async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xff]), scan, Buffer.alloc(9)]), 1],
  ['one with a broken length', async () => Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0, ...scan, 0, 2]), 1],
  ['one that ends in a marker', async () => Buffer.from([0xff, 0xd8, 0xff]), 0],
  ['a PNG', files.png, 0],
])('%s', async (_, made, scans) => expect(await countJpegScans(await made())).toBe(scans))

it('are as many as an encoder makes of the largest picture, and more of a smaller one', () => {
  expect(refuseTooManyScans(20, MAX_PICTURE_PIXELS)).toBeUndefined()
  expect(refuseTooManyScans(21, MAX_PICTURE_PIXELS)).toMatchObject({ rejected: 'too-large' })
  expect(refuseTooManyScans(100, 1_000_000)).toBeUndefined()
})
