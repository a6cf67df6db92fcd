/** Where pictures come in, are kept and are shown from: cleaned, as JPEG, named by the hash of their bytes. */
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { type Rejection, reject } from '#contract/door/problems.ts'
import type { LitterBox } from '#contract/waste/litter.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { incomingOf, openFolderBlobs } from '../blobs/folder.ts'
import type { Log } from '../logging.ts'
import { tooManyPixels, whyNot } from './check.ts'
import { createDecoder, NotDecoded } from './decoder.ts'
import type { Dots } from './tasks.ts'

export interface Picture {
  hash: string
  /** px */
  width: number
  /** px */
  height: number
}

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
  /**
   * Its dots, its longest side `longest` px at most; undefined for what is none. Throws NotDecoded where it can't be read. One after
   * the other: dots are many.
   */
  dots(hash: string, longest: number): Promise<Dots | undefined>
  /** It with boxes drawn on it, kept for good: its hash; undefined for what is none. Throws NotDecoded where that can't be done. */
  annotate(hash: string, boxes: readonly LitterBox[]): Promise<string | undefined>
  /** Where what is kept for good lies; other bytes that events name lie there too. */
  kept: Blobs
  /** The folder where files lie while they are received; undefined where no pictures are kept. */
  incoming?: string
}

const DRAWING = path.join(import.meta.dirname, 'drawing.ts')
const HASH = /^[0-9a-f]{64}$/
const DAY_MS = 86_400_000
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

/** Opens the folders `blobs` (for good) and `uploads` (for a day) in the data folder; several processes may share them. */
export function openPictures(dataDir: string, log: Log): Pictures {
  const kept = openFolderBlobs(path.join(dataDir, 'blobs'))
  const uploads = path.join(dataDir, 'uploads')
  const waiting = openFolderBlobs(uploads, DAY_MS)
  const decoder = createDecoder()
  const drawer = createDecoder(DRAWING)
  const decoding = pLimit(AT_ONCE)
  const find = async (hash: string) => (HASH.test(hash) ? ((await kept.get(hash)) ?? waiting.get(hash)) : undefined)
  const [resizing, drawing] = [pLimit(AT_ONCE), pLimit(AT_ONCE)]
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => bytes.byteLength,
    async fetchMethod(key) {
      const [hash = '', width] = key.split('@')
      const bytes = await find(hash)
      return bytes && resizing(() => decoder.decode({ does: 'narrow', source: bytes, width: Number(width) }))
    },
  })

  async function decode(source: string | Uint8Array): Promise<Picture | Rejection> {
    try {
      const refused = tooManyPixels(await decoder.decode({ does: 'measure', source }))
      if (refused) return refused
      const { bytes, width, height } = await decoder.decode({ does: 'clean', source })
      return { hash: await waiting.put(bytes), width, height }
    } catch (error) {
      if (!(error instanceof NotDecoded)) throw error
      log.info({ err: error }, 'a picture could not be read')
      return UNREADABLE
    }
  }

  return {
    kept,
    incoming: incomingOf(uploads),
    async take(source) {
      if (decoding.pendingCount >= WAITING) return BUSY
      return decoding(async () => (await whyNot(source)) ?? decode(source))
    },
    async keep(hash) {
      const bytes = await find(hash)
      if (!bytes) return GONE
      await kept.put(bytes)
      return undefined
    },
    async size(hash) {
      const source = await find(hash)
      if (!source) return GONE
      const { width, height } = await decoder.decode({ does: 'size', source })
      return { hash, width, height }
    },
    async dots(hash, longest) {
      const source = await find(hash)
      return source && resizing(() => decoder.decode({ does: 'spell out', source, longest }))
    },
    async annotate(hash, boxes) {
      const source = await find(hash)
      return source && kept.put(await drawing(() => drawer.decode({ does: 'draw', source, boxes })))
    },
    get: (hash, width) => (width === undefined ? find(hash) : cache.fetch(`${hash}@${width}`)),
  }
}

const NOWHERE = reject('unavailable', 'Pictures can not be kept here.')

/** For what runs without a data folder of its own: takes none and has none. */
export const noPictures: Pictures = {
  kept: { put: () => Promise.reject(new Error(NOWHERE.message)), get: async () => undefined },
  take: async () => NOWHERE,
  keep: async () => NOWHERE,
  get: async () => undefined,
  size: async () => NOWHERE,
  dots: async () => undefined,
  annotate: async () => undefined,
}
