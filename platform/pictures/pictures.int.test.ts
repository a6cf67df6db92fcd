/** Tests that an upload ends with a clear refusal or a clean JPEG, and leaves no temporary files. */

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
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
import * as files from '../../tests/fixtures/picture-files.ts'
import { createLog } from '../logging.ts'
import { sharedActivity } from '../worker-threads/cpu-yield.ts'
import { openPictures } from './pictures.ts'
import type { Picture } from './tasks.ts'

const root = mkdtempSync(path.join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(root, { recursive: true }))
const log = createLog('test', 'silent')
const pictures = openPictures(path.join(root, 'shared'), log)

const filesIn = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

async function taken(source: Uint8Array | string): Promise<Picture> {
  const picture = await pictures.take(source, 'a')
  if (isRejection(picture)) throw new Error(picture.message)
  return picture
}

it('says that it decodes while an upload or a thumbnail is, and no longer', async () => {
  const isDecoding = () => sharedActivity[1] === 1
  // Waits just long enough for the task to start.
  // The child process has not answered by then.
  const begun = () => new Promise(setImmediate)
  const taking = taken(await files.jpeg())
  await begun()
  expect(isDecoding()).toBe(true)
  const { hash } = await taking
  expect(isDecoding()).toBe(false)
  const narrowing = pictures.get(hash, 20)
  // Waits until the decoding starts.
  // Before that, `get` looks for a stored narrower copy of the picture.
  while (!isDecoding()) await begun()
  await narrowing
  expect(isDecoding()).toBe(false)
})

it('leaves the last part of the disk to the log', async () => {
  let free = 1024 ** 3
  const diskIn = async () => ({ free, total: 100 * 1024 ** 3 })
  const onDisk = openPictures(path.join(root, 'full'), log, { diskIn })
  const taking = await onDisk.take(await files.jpeg(), 'a')
  const hash = isRejection(taking) ? '' : taking.hash
  expect(await onDisk.annotate(hash, [])).toMatch(/^[0-9a-f]{64}$/)
  free -= 1
  await expect(onDisk.annotate(hash, [])).rejects.toMatchObject({ code: 'ENOSPC' })
  await expect(onDisk.take(await files.jpeg(30, 30), 'a')).rejects.toMatchObject({ code: 'ENOSPC' })
})

describe.each(['bytes', 'a file'])('sent as %s', (how) => {
  const as = (bytes: Buffer) => {
    if (how === 'bytes') return bytes
    const file = path.join(root, 'sent')
    writeFileSync(file, bytes)
    return file
  }

  it.each([
    ['JPEG', files.jpeg],
    ['a JPEG in ten layers', files.createProgressiveJpeg],
    ['PNG', files.png],
    ['WebP', files.webp],
    ['AVIF', files.avif],
    ['CMYK', files.cmykJpeg],
    ['16 bits', files.sixteenBitPng],
    ['WebP that moves', () => files.createAnimatedPicture('webp')],
    ['1 x 1', () => files.jpeg(1, 1)],
    ['1 x 1 PNG', () => files.png(1, 1)],
  ])('takes %s', async (_, make) => {
    const { hash, width, height } = await taken(as(await make()))
    const kept = (await pictures.get(hash)) as Uint8Array
    const { format, space, depth, channels, pages = 1 } = await sharp(kept).metadata()
    expect({ format, space, depth, channels, pages }).toEqual({
      format: 'jpeg',
      space: 'srgb',
      depth: 'uchar',
      channels: 3,
      pages: 1,
    })
    expect([width, height].join()).toMatch(/^(40,30|1,1)$/)
  })

  it.each([
    ['a bomb of 14,000 x 14,000', files.decompressionBombPng, 'too-large', /196 megapixels; the limit is 25/],
    [
      'a JPEG that is read over and over',
      () => files.createManyScansJpeg(2_000, 1_500, 200),
      'too-large',
      /takes too long to read \(210 layers\)/,
    ],
    ['what was cut off', files.truncatedJpeg, 'bad-request', /damaged or incomplete/],
    ['an SVG', files.svg, 'wrong-kind', /SVG/],
    ['a PDF', files.pdf, 'wrong-kind', /PDF/],
    ['a JPEG with a page behind it', files.jpegWithHtml, 'wrong-kind', /another document in one/],
    ['a JPEG with an archive behind it', files.jpegWithZip, 'wrong-kind', /another document in one/],
    ['an AVIF of one picture four times', files.createTiledAvif, 'wrong-kind', /several pictures/],
    ['a GIF', files.gif, 'wrong-kind', /GIF/],
    ['a GIF that moves', () => files.createAnimatedPicture('gif'), 'wrong-kind', /GIF/],
    ['HEIC', files.heic, 'wrong-kind', /Most Compatible/],
    ['nothing', async () => Buffer.alloc(0), 'bad-request', /empty/],
    ['a text', async () => Buffer.from('photo.jpg'), 'wrong-kind', /not a picture/],
    ['the head of a PNG alone', async () => (await files.png()).subarray(0, 20), 'bad-request', /damaged/],
  ])('refuses %s', async (_, make, rejected, message) => {
    expect(await pictures.take(as(await make()), 'a')).toMatchObject({
      rejected,
      message: expect.stringMatching(message),
    })
  })
})

it('takes exactly 25 megapixels, and not a row more', async () => {
  expect(await pictures.take(await files.png(5_000, 5_001), 'a')).toMatchObject({ rejected: 'too-large' })
  expect(await taken(await files.png(5_000, 5_000))).toMatchObject({ width: 2_560, height: 2_560 })
})

it('rotates upright, and keeps neither place nor name', async () => {
  const sent = await files.rotatedJpeg()
  expect(sent.includes('Ama Mensah')).toBe(true)
  const { hash, width, height } = await taken(sent)
  expect([width, height]).toEqual([30, 40])
  const kept = Buffer.from((await pictures.get(hash)) as Uint8Array)
  const { exif, xmp, icc, orientation } = await sharp(kept).metadata()
  expect({ exif, xmp, icc, orientation }).toEqual({})
  expect(kept.includes('Ama')).toBe(false)
})

it('accepts data that phones append to a photo, and keeps none of it', async () => {
  const clip = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42 a clip of the street')])
  const { hash } = await taken(Buffer.concat([await files.jpeg(), clip]))
  expect(Buffer.from((await pictures.get(hash)) as Uint8Array).includes('street')).toBe(false)
})

it('serves no thumbnail of a picture that another process removed', async () => {
  const { hash } = await taken(await files.jpeg(400, 200))
  const other = openPictures(path.join(root, 'shared'), log)
  expect(await other.get(hash, 160)).toBeDefined()
  await pictures.remove(hash)
  expect(await other.get(hash, 160)).toBeUndefined()
})

it('narrows to a width, and never widens', async () => {
  const { hash } = await taken(await files.jpeg(800, 600))
  const widthOf = async (width?: number) => (await sharp(await pictures.get(hash, width)).metadata()).width
  expect([await widthOf(), await widthOf(160), await widthOf(1_280)]).toEqual([800, 160, 800])
})

it.each(['', '../../etc/passwd', 'A'.repeat(64), '0'.repeat(64)])('has nothing for %j', async (hash) => {
  expect(await pictures.get(hash)).toBeUndefined()
  expect(await pictures.get(hash, 160)).toBeUndefined()
  expect(await pictures.keep(hash)).toMatchObject({ rejected: 'not-found' })
})

describe('dots', () => {
  it('lie in a file of their own as long as they are used, however that ends', async () => {
    const { hash } = await taken(await files.jpeg(100, 60))
    const file = await pictures.dots(hash, 50, async ({ file, width, height }) => {
      expect([width, height, statSync(file).size]).toEqual([50, 30, 4_500])
      return file
    })
    expect(existsSync(file as string)).toBe(false)
    await expect(pictures.dots(hash, 50, () => Promise.reject(new Error('ended')))).rejects.toThrow('ended')
    expect(filesIn(pictures.incoming as string)).toEqual([])
  })

  it('are none of what is none', async () => {
    expect(await pictures.dots('0'.repeat(64), 50, async () => 'used')).toBeUndefined()
  })
})

describe('a day later', () => {
  const dir = path.join(root, 'later')
  /** Sets the times of all files two days back and opens the picture folder again. */
  const twoDaysLater = () => {
    for (const { parentPath, name } of filesIn(dir)) {
      const at = Date.now() / 1_000 - 2 * 86_400
      utimesSync(path.join(parentPath, name), at, at)
    }
    return openPictures(dir, log)
  }

  it('is gone what nobody kept, with what a dead process left, and there what somebody did', async () => {
    const [kept, left] = await Promise.all([
      openPictures(dir, log).take(await files.jpeg(10, 10), 'a'),
      openPictures(dir, log).take(await files.jpeg(20, 20), 'a'),
    ])
    const hashes = [kept, left].map((one) => (one as Picture).hash) as [string, string]
    const before = openPictures(dir, log)
    expect(await before.keep(hashes[0])).toBeUndefined()
    expect(await before.get(hashes[1])).toBeDefined()
    writeFileSync(path.join(before.incoming as string, 'half'), 'half')
    const after = twoDaysLater()
    expect(await after.get(hashes[0])).toBeDefined()
    expect(await after.get(hashes[1])).toBeUndefined()
    expect(await after.keep(hashes[1])).toMatchObject({ message: expect.stringContaining('send it again') })
    expect(filesIn(dir).map(({ name }) => name)).toEqual([hashes[0]])
  })
})

it('takes some at once, lets some wait, and asks the rest for patience', async () => {
  const bytes = await files.jpeg(1_000, 1_000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => pictures.take(bytes, 'a')))
  const refused = answers.filter(isRejection)
  expect(refused.length).toBe(28)
  for (const one of refused) expect(one).toMatchObject({ rejected: 'too-many', retryAfter: 5 })
  expect(filesIn(pictures.incoming as string)).toEqual([])
})

it('decodes one picture of each sender in turn', async () => {
  const bytes = await files.jpeg(100, 100)
  const order: string[] = []
  const send = async (sender: string) => {
    await pictures.take(bytes, sender)
    order.push(sender)
  }
  await Promise.all([...Array.from({ length: 5 }, () => send('many')), send('one')])
  expect(order.indexOf('one')).toBeLessThanOrEqual(2)
})

// Tests odd metadata: stored pictures are upright and have none.
const exifFolder = mkdtempSync(path.join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(exifFolder, { recursive: true }))
const exifPictures = openPictures(exifFolder, createLog('test', 'silent'))

/** Largest accepted difference of a colour value, because JPEG changes colours slightly. */
const TOLERANCE = 24

/** Stores a phone's photo, and expects an upright picture without metadata. */
async function expectUpright(sent: Buffer): Promise<void> {
  const picture = await exifPictures.take(sent, 'a')
  if (isRejection(picture)) throw new Error(picture.message)
  expect([picture.width, picture.height]).toEqual([96, 64])
  for (const width of [undefined, 640]) {
    const stored = Buffer.from((await exifPictures.get(picture.hash, width)) as Uint8Array)
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
