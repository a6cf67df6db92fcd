/** Opens files that are named by the hash of their content, and only those whose content has that hash. */
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { hashOf, READ_REGULAR } from '../regular-file.ts'

/** What `open` answers for a link, a socket, or a folder that is opened as a file. */
const NOT_REGULAR = ['ELOOP', 'ENXIO', 'EISDIR', 'EMLINK', 'ENOTDIR']
/** Files whose hash this process remembers; a picture that is looked at often is hashed once. */
const MOST_REMEMBERED = 20_000

export type Opened = { handle: FileHandle } | 'missing' | 'damaged'

/** Returns a function that opens a file by its path, whose last part is the hash. The caller closes the handle. */
export function createIntactFiles(): (file: string) => Promise<Opened> {
  const verified = new LRUCache<string, string>({ max: MOST_REMEMBERED })

  async function isIntact(handle: FileHandle, file: string): Promise<boolean> {
    const stats = await handle.stat({ bigint: true })
    if (!stats.isFile()) return false
    // A file that was written to since has another time of change, which nobody can set.
    const state = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join('/')
    if (verified.get(file) === state) return true
    const isSame = (await hashOf(handle)) === path.basename(file)
    if (isSame) verified.set(file, state)
    return isSame
  }

  return async (file) => {
    let handle: FileHandle
    try {
      handle = await open(file, READ_REGULAR)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return 'missing'
      if (NOT_REGULAR.includes(code)) return 'damaged'
      throw error
    }
    const intact = await isIntact(handle, file).catch(async (error) => {
      await handle.close()
      throw error
    })
    if (intact) return { handle }
    await handle.close()
    return 'damaged'
  }
}
