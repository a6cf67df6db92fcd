/** Where pictures come in, are kept and are shown from: cleaned, as JPEG, named by the hash of their bytes. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { type Rejection, reject } from '#contract/door/problems.ts'
import type { LitterBox } from '#contract/waste/litter.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Log } from '../logging.ts'
import { whileDecoding } from '../pool/right-of-way.ts'
import { createDecoder, NotDecoded } from './decoder.ts'
import { openFolders } from './folders.ts'
import type { Dots, Picture } from './tasks.ts'

export interface Pictures {
  /**
   * Takes a file (by its path) or bytes: checked by content, decoded under a limit, made upright, and written anew without its
   * metadata, the place among it. What is answered waits a day for a command that keeps it. Refused as `too-many` while too many
   * are waiting to be decoded.
   */
  take(source: string | Uint8Array): Promise<Picture | Rejection>
  /**
   * From now on it is there for good. To be awaited before the event that names it is appended: then nothing that an event names can
   * be cleared. Refused where it waited longer than a day, or never came.
   */
  keep(hash: string): Promise<Rejection | undefined>
  /** One that was taken, with its size; refused where it is not here. */
  size(hash: string): Promise<Picture | Rejection>
  /** Its JPEG, kept or waiting, at most `width` px wide where that is given; undefined for what is none. */
  get(hash: string, width?: number): Promise<Uint8Array | undefined>
  /** The same JPEG as it is, piece by piece. */
  read(hash: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * What `use` makes of its dots, whose file is there for so long; their longest side is `longest` px at most. Undefined for what is
   * no picture. Throws NotDecoded where it can't be read. Dots are many: they are decoded one picture after the other, and a thread
   * reads them by itself.
   */
  dots<T>(hash: string, longest: number, use: (dots: Dots) => Promise<T>): Promise<T | undefined>
  /** It with boxes drawn on it, kept for good: its hash; undefined for what is none. Throws NotDecoded where that can't be done. */
  annotate(hash: string, boxes: readonly LitterBox[]): Promise<string | undefined>
  /** Where what is kept for good lies; other bytes that events name lie there too. */
  kept: Blobs
  /** The folder where files lie while they are received; undefined where no pictures are kept. */
  incoming?: string
}

const [DECODING, DRAWING] = ['decoding.ts', 'drawing.ts'].map((file) => path.join(import.meta.dirname, file)) as [
  string,
  string,
]
/** Decoded at once: one, which takes a core and up to 25 megapixels of memory. */
const AT_ONCE = 1
/** Waiting for that. */
const WAITING = 21
const RETRY_S = 5
/** Of narrowed pictures, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024

const BUSY: Rejection = {
  ...reject('too-many', 'Many pictures are coming in at once. Please try again in a few seconds.'),
  retryAfter: RETRY_S,
}
const GONE = reject('not-found', 'This picture is not here any more. Please send it again.')
const UNREADABLE = reject('bad-request', 'This picture is damaged or incomplete. Please take or choose it again.')

/**
 * Opens the folders `blobs` (for good) and `uploads` (for a day) in the data folder; several processes may share them. `alone`: no
 * other one does, so that every file which a killed one had begun goes at once.
 */
export function openPictures(dataDir: string, log: Log, { alone = false } = {}): Pictures {
  const { kept, waiting, find, keep, read } = openFolders(dataDir, {
    alone,
    onDamaged: (file) =>
      log.error({ file }, 'a photo is damaged: its content is not what its name says; it counts as missing'),
  })
  const decoder = createDecoder(DECODING, dataDir)
  const drawer = createDecoder(DRAWING, dataDir)
  const [decoding, resizing, drawing] = [pLimit(AT_ONCE), pLimit(AT_ONCE), pLimit(AT_ONCE)]
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => bytes.byteLength,
    async fetchMethod(key) {
      const [hash = '', width] = key.split('@')
      return resizing(() => whileDecoding(() => decoder.decode({ does: 'narrow', hash, width: Number(width) })))
    },
  })

  async function decode(source: string | Uint8Array): Promise<Picture | Rejection> {
    try {
      return await whileDecoding(() => decoder.decode({ does: 'take', source }))
    } catch (error) {
      if (!(error instanceof NotDecoded)) throw error
      log.info({ err: error }, 'a picture could not be read')
      return UNREADABLE
    }
  }

  return {
    kept,
    incoming: waiting.incoming,
    async take(source) {
      if (decoding.pendingCount >= WAITING) return BUSY
      return decoding(() => decode(source))
    },
    keep: async (hash) => ((await keep(hash)) ? undefined : GONE),
    size: async (hash) => (await decoder.decode({ does: 'size', hash })) ?? GONE,
    async dots(hash, longest, use) {
      const file = path.join(waiting.incoming, randomUUID())
      try {
        const dots = await resizing(() => decoder.decode({ does: 'spell out', hash, longest, file }))
        return dots && (await use(dots))
      } finally {
        await rm(file, { force: true })
      }
    },
    annotate: (hash, boxes) => drawing(() => drawer.decode({ does: 'draw', hash, boxes })),
    get: (hash, width) => (width === undefined ? find(hash) : cache.fetch(`${hash}@${width}`)),
    read,
  }
}

const NOWHERE = reject('unavailable', 'Pictures can not be kept here.')

/** For what runs without a data folder of its own: takes none and has none. */
export const noPictures: Pictures = {
  kept: { put: () => Promise.reject(new Error(NOWHERE.message)), get: async () => undefined },
  take: async () => NOWHERE,
  keep: async () => NOWHERE,
  get: async () => undefined,
  read: async () => undefined,
  size: async () => NOWHERE,
  dots: async () => undefined,
  annotate: async () => undefined,
}
