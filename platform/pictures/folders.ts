/** The two folders in which pictures lie, in the data folder: those that are kept, and those that wait a day for it. */
import path from 'node:path'
import { openFolderBlobs } from '../blobs/folder.ts'

const HASH = /^[0-9a-f]{64}$/
const [KEPT, WAITING] = ['blobs', 'uploads'] as const
const DAY_MS = 86_400_000

interface Opening {
  alone?: boolean
  /** Called with the path of a file whose content is not what its name says. */
  onDamaged?: (file: string) => void
}

/** Returns the folders in which files are written before they are pictures, kept or waiting. */
export const picturePlaces = (dataDir: string): string[] =>
  [KEPT, WAITING].map((name) => path.join(dataDir, name, 'incoming'))

/** Several processes may share them. `alone`: nobody else does, so that every file which somebody had begun goes at once. */
export function openFolders(dataDir: string, { alone = false, onDamaged }: Opening = {}) {
  const kept = openFolderBlobs(path.join(dataDir, KEPT), { alone, onDamaged })
  const waiting = openFolderBlobs(path.join(dataDir, WAITING), { forMs: DAY_MS, alone, onDamaged })
  return {
    kept,
    waiting,
    /** Undefined for what is none; as is the next. */
    find: async (hash: string) => (HASH.test(hash) ? ((await kept.get(hash)) ?? waiting.get(hash)) : undefined),
    read: async (hash: string) => (HASH.test(hash) ? ((await kept.read(hash)) ?? waiting.read(hash)) : undefined),
    /** From now on it is there for good; false where it is not there at all. */
    keep: async (hash: string) => HASH.test(hash) && kept.takeOver(hash, waiting),
  }
}
