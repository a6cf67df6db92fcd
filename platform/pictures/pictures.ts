/** Accepts, stores and serves pictures: cleaned JPEGs, named by their hash. */

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { LitterBox } from '#contract/analyses/litter.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { PICTURE_WIDTHS } from '#contract/pictures/pictures.ts'
import type { BlobStore } from '../blobs/blobs.ts'
import { hasSpaceForPictures, readDiskSpace } from '../disk.ts'
import { createKeyedMutex, runInTurnOfSender } from '../keyed-mutex.ts'
import type { Log } from '../logging.ts'
import { trackDecoding } from '../worker-threads/cpu-yield.ts'
import { createDecoder, UndecodablePicture } from './decoder.ts'
import { openPictureFolders } from './folders.ts'
import type { Picture, RawPixelFile } from './tasks.ts'

export interface PictureStore {
  /**
   * Accepts a picture file (by path) or bytes, after a check of the content.
   * Decodes it within limits, and re-encodes it upright without metadata such as the location.
   * The result expires after a day, unless a command makes it permanent.
   * Each sender has one picture in the queue.
   * Slow pictures of one person thus delay others little.
   * Rejects as `too-many` while too many pictures wait.
   * Throws ENOSPC if the disk is almost full, because the log needs the remaining space.
   */
  take(source: string | Uint8Array, sender: string): Promise<Picture | Rejection>
  /**
   * Makes a picture permanent.
   * Await the result before appending an event with the picture, so that it can't be deleted.
   * Rejects if the picture has expired or never existed.
   */
  keep(hash: string): Promise<Rejection | undefined>
  /** Rejects like `keep`, and changes nothing. */
  check(hash: string): Promise<Rejection | undefined>
  /**
   * Returns a stored picture with its size.
   * Rejects if it is missing.
   */
  size(hash: string): Promise<Picture | Rejection>
  /**
   * Returns the stored JPEG, temporary or permanent, scaled to at most `width` px.
   * Returns undefined if it is missing.
   */
  get(hash: string, width?: number): Promise<Uint8Array | undefined>
  /** Returns the original JPEG in pieces. */
  read(hash: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * Decodes a picture's pixels to a file that exists while `use` runs.
   * The longest side is at most `longest` px.
   * Returns undefined if the picture is missing.
   * Throws UndecodablePicture if the picture is unreadable.
   * To save memory, decodes one picture at a time, and a worker thread reads the file.
   */
  dots<T>(hash: string, longest: number, use: (dots: RawPixelFile) => Promise<T>): Promise<T | undefined>
  /**
   * Draws boxes on a picture and stores the result.
   * Returns its hash, or undefined if the picture is missing.
   * Throws UndecodablePicture on failure, and ENOSPC if the disk is almost full.
   */
  annotate(hash: string, boxes: readonly LitterBox[]): Promise<string | undefined>
  /**
   * Deletes a picture for good, such as an erased person's bin photo.
   * Can be repeated.
   */
  remove(hash: string): Promise<void>
  /** Store of permanent pictures, and of other bytes whose hashes are in events. */
  kept: BlobStore
  /** Folder of incomplete uploads; undefined if this process stores no pictures. */
  incoming?: string
}

const [DECODING, DRAWING] = ['decode-process.ts', 'draw-process.ts'].map((file) =>
  path.join(import.meta.dirname, file),
) as [string, string]
/**
 * Number of stored pictures that are decoded at the same time.
 * Each decoding needs a processor core, and memory for 25 megapixels.
 */
const CONCURRENT_DECODINGS = 1
/** Limit of pictures that are decoded or wait for it. */
const QUEUE_LIMIT = 22
const RETRY_S = 5
/** Size limit in bytes of the cache of pictures that were scaled to a smaller width. */
const CACHE_BYTES = 32 * 1024 * 1024

const BUSY: Rejection = {
  ...reject('too-many', msg`Too many pictures at once. Please try again in a few seconds.`),
  retryAfter: RETRY_S,
}
const GONE = reject('not-found', msg`This picture no longer exists. Please send it again.`)
const UNREADABLE = reject('bad-request', msg`This picture is damaged or incomplete. Please take or choose it again.`)

/**
 * Opens the picture folders `blobs` (permanent) and `uploads` (one day).
 * Several processes may share them.
 * With `alone`, none does, so unfinished files are deleted at once.
 */
export function openPictures(dataDir: string, log: Log, { alone = false, diskIn = readDiskSpace } = {}): PictureStore {
  const { kept, waiting, find, has, keep, read, remove } = openPictureFolders(dataDir, {
    alone,
    onDamaged: (file) =>
      log.error({ file }, 'a photo is damaged: its content does not match its hash; it counts as missing'),
  })
  const decoder = createDecoder(DECODING, dataDir)
  const drawer = createDecoder(DRAWING, dataDir)
  const decoding = createKeyedMutex(Infinity)
  let waitingPictures = 0
  const [measuring, resizing, drawing] = [
    pLimit(CONCURRENT_DECODINGS),
    pLimit(CONCURRENT_DECODINGS),
    pLimit(CONCURRENT_DECODINGS),
  ]
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => bytes.byteLength,
    async fetchMethod(key) {
      const [hash = '', width] = key.split('@')
      return resizing(() => trackDecoding(() => decoder.decode({ does: 'narrow', hash, width: Number(width) })))
    },
  })

  async function assertSpace(): Promise<void> {
    const disk = await diskIn(waiting.incoming)
    if (disk && !hasSpaceForPictures(disk))
      throw Object.assign(new Error('The disk is almost full.'), { code: 'ENOSPC' })
  }

  async function decode(source: string | Uint8Array): Promise<Picture | Rejection> {
    try {
      const taken = await trackDecoding(async () => {
        await assertSpace()
        return decoder.decode({ does: 'take', source })
      })
      return 'rejected' in taken ? reject(taken.rejected, taken.text) : taken
    } catch (error) {
      if (!(error instanceof UndecodablePicture)) throw error
      log.info({ err: error }, 'a picture could not be read')
      return UNREADABLE
    }
  }

  return {
    kept,
    incoming: waiting.incoming,
    async take(source, sender) {
      if (waitingPictures >= QUEUE_LIMIT) return BUSY
      waitingPictures++
      try {
        return await runInTurnOfSender(decoding, { key: '', sender }, () => decode(source))
      } finally {
        waitingPictures--
      }
    },
    keep: async (hash) => ((await keep(hash)) ? undefined : GONE),
    check: async (hash) => ((await has(hash)) ? undefined : GONE),
    size: async (hash) => (await measuring(() => decoder.decode({ does: 'size', hash }))) ?? GONE,
    async dots(hash, longest, use) {
      const file = path.join(waiting.incoming, randomUUID())
      try {
        const dots = await resizing(() => decoder.decode({ does: 'spell out', hash, longest, file }))
        return dots && (await use(dots))
      } finally {
        await rm(file, { force: true })
      }
    },
    annotate: (hash, boxes) =>
      drawing(async () => {
        await assertSpace()
        return drawer.decode({ does: 'draw', hash, boxes })
      }),
    async get(hash, width) {
      if (width === undefined) return find(hash)
      // Checks that the file still exists before using the cache.
      // Another process may have removed the picture, for example for an erased person.
      return (await has(hash)) ? cache.fetch(`${hash}@${width}`) : undefined
    },
    read,
    async remove(hash) {
      await remove(hash)
      for (const width of PICTURE_WIDTHS) cache.delete(`${hash}@${width}`)
    },
  }
}

const NO_PICTURE_STORE = reject('unavailable', msg`This server does not store pictures.`)

/** Pictures without a data folder: refuses uploads and finds none. */
export const disabledPictureStore: PictureStore = {
  kept: {
    put: () => Promise.reject(new Error(NO_PICTURE_STORE.message)),
    get: async () => undefined,
    remove: async () => undefined,
  },
  remove: async () => undefined,
  take: async () => NO_PICTURE_STORE,
  keep: async () => NO_PICTURE_STORE,
  check: async () => NO_PICTURE_STORE,
  get: async () => undefined,
  read: async () => undefined,
  size: async () => NO_PICTURE_STORE,
  dots: async () => undefined,
  annotate: async () => undefined,
}
