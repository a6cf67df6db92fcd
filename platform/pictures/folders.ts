/** Picture folders in the data folder: permanent pictures, and uploads stored for a day. */

import path from 'node:path'
import { openFolderBlobs } from '../blobs/folder.ts'

const HASH = /^[0-9a-f]{64}$/
const [PERMANENT_FOLDER, UPLOADS_FOLDER] = ['blobs', 'uploads'] as const
const DAY_MS = 86_400_000

interface OpenFoldersOptions {
  alone?: boolean
  /** Called with a file's path if its content mismatches its name. */
  onDamaged?: (file: string) => void
}

/** Returns the folders of incomplete permanent pictures and uploads. */
export const incomingFoldersOf = (dataDir: string): string[] =>
  [PERMANENT_FOLDER, UPLOADS_FOLDER].map((name) => path.join(dataDir, name, 'incoming'))

/**
 * Returns the path of the list of erased people whose photos were removed.
 * The list is beside the photos, so that a copy of them contains it.
 */
export const removedPhotosListOf = (dataDir: string): string => path.join(dataDir, PERMANENT_FOLDER, 'erased')

/**
 * Opens the picture folders, which several processes may share.
 * With `alone`, no other process uses them, so unfinished files are deleted at once.
 */
export function openPictureFolders(dataDir: string, { alone = false, onDamaged }: OpenFoldersOptions = {}) {
  const kept = openFolderBlobs(path.join(dataDir, PERMANENT_FOLDER), { alone, onDamaged })
  const waiting = openFolderBlobs(path.join(dataDir, UPLOADS_FOLDER), { forMs: DAY_MS, alone, onDamaged })
  return {
    kept,
    waiting,
    /**
     * Returns a permanent or uploaded picture.
     * Both `find` and `read` return undefined for a missing picture.
     */
    find: async (hash: string) => (HASH.test(hash) ? ((await kept.get(hash)) ?? waiting.get(hash)) : undefined),
    has: async (hash: string) => HASH.test(hash) && ((await kept.has(hash)) || waiting.has(hash)),
    read: async (hash: string) => (HASH.test(hash) ? ((await kept.read(hash)) ?? waiting.read(hash)) : undefined),
    /** Makes an uploaded picture permanent; returns false if missing. */
    keep: async (hash: string) => HASH.test(hash) && kept.takeOver(hash, waiting),
    async remove(hash: string): Promise<void> {
      for (const blobs of [waiting, kept]) await blobs.remove(hash)
    },
  }
}
