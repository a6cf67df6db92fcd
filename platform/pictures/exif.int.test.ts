/** Tests photos with odd metadata: the stored picture is upright and has none of it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import {
  CORNER_COLOURS,
  jpegWithOrientation,
  PHOTOS_WITH_DAMAGED_METADATA,
  PHOTOS_WITH_METADATA,
  PRIVATE_METADATA,
} from '../../tests/fixtures/exif-files.ts'
import { createLog } from '../logging.ts'
import { openPictures } from './pictures.ts'

const root = mkdtempSync(path.join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(root, { recursive: true }))
const pictures = openPictures(root, createLog('test', 'silent'))

/** Largest difference of a colour that JPEG may make. */
const TOLERANCE = 24

/** Stores the photo as it comes from a phone, and expects an upright picture without metadata. */
async function expectUpright(sent: Buffer): Promise<void> {
  const picture = await pictures.take(sent)
  if (isRejection(picture)) throw new Error(picture.message)
  expect([picture.width, picture.height]).toEqual([96, 64])
  for (const width of [undefined, 640]) {
    const stored = Buffer.from((await pictures.get(picture.hash, width)) as Uint8Array)
    const { exif, xmp, iptc, icc, orientation, comments } = await sharp(stored).metadata()
    expect({ exif, xmp, iptc, icc, orientation, comments }).toEqual({})
    for (const secret of PRIVATE_METADATA) expect(stored.includes(secret), secret).toBe(false)
    const { data, info } = await sharp(stored).raw().toBuffer({ resolveWithObject: true })
    const points = [
      [12, 8],
      [84, 8],
      [12, 56],
      [84, 56],
    ] as const
    for (const [n, [x, y]] of points.entries())
      for (const channel of [0, 1, 2]) {
        const wanted = Number.parseInt(CORNER_COLOURS[n]?.slice(1 + channel * 2, 3 + channel * 2) ?? '', 16)
        const found = data[(y * info.width + x) * info.channels + channel] ?? 0
        expect(Math.abs(found - wanted), `corner ${n}`).toBeLessThan(TOLERANCE)
      }
  }
}

describe('a photo', () => {
  it.each(
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) => [[orientation, 'II'] as const, [orientation, 'MM'] as const]),
  )('of orientation %i (%s) is turned upright', async (orientation, order) =>
    expectUpright(await jpegWithOrientation(orientation, order)),
  )

  it.each(Object.entries(PHOTOS_WITH_METADATA))('with %s says nothing of the place', async (_, make) => {
    const sent = await make()
    expect(PRIVATE_METADATA.some((secret) => sent.includes(secret))).toBe(true)
    await expectUpright(sent)
  })

  it.each(Object.entries(PHOTOS_WITH_DAMAGED_METADATA))(
    'with %s in its metadata is taken without it',
    async (_, make) => expectUpright(await make()),
  )
})
