/** Picture folders of the data folder: permanent ones, and uploads that expire after a day. */
import path from 'node:path'
import { openFolderBlobs } from '../blobs/folder.ts'

const HASH = /^[0-9a-f]{64}$/
const [KEPT, WAITING] = ['blobs', 'uploads'] as const
const DAY_MS = 86_400_000

interface Opening {
  alone?: boolean
  /** Called with the path of a file whose content does not match its name. */
  onDamaged?: (file: string) => void
}

/** Returns the folders of incomplete files, for permanent pictures and uploads. */
export const incomingFolders = (dataDir: string): string[] =>
  [KEPT, WAITING].map((name) => path.join(dataDir, name, 'incoming'))

/**
 * Opens the folders.
 * Several processes may share them.
 * `alone`: no other process does, so unfinished files are deleted at once.
 */
export function openPictureFolders(dataDir: string, { alone = false, onDamaged }: Opening = {}) {
  const kept = openFolderBlobs(path.join(dataDir, KEPT), { alone, onDamaged })
  const waiting = openFolderBlobs(path.join(dataDir, WAITING), { forMs: DAY_MS, alone, onDamaged })
  return {
    kept,
    waiting,
    /** All reads return undefined for a missing picture. */
    find: async (hash: string) => (HASH.test(hash) ? ((await kept.get(hash)) ?? waiting.get(hash)) : undefined),
    read: async (hash: string) => (HASH.test(hash) ? ((await kept.read(hash)) ?? waiting.read(hash)) : undefined),
    /**
     * Makes an uploaded picture permanent.
     * Returns false if it is missing.
     */
    keep: async (hash: string) => HASH.test(hash) && kept.takeOver(hash, waiting),
    async remove(hash: string): Promise<void> {
      for (const blobs of [waiting, kept]) await blobs.remove(hash)
    },
  }
}
