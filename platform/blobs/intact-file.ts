/** Opens files named by their content's hash, and verifies the hash. */
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { hashFile, READ_REGULAR_FILE_FLAGS } from '../regular-file.ts'

/** Error codes of `open` for a path that is a link, socket or folder. */
const NOT_REGULAR = ['ELOOP', 'ENXIO', 'EISDIR', 'EMLINK', 'ENOTDIR']
/** Limit of remembered hashes, so a popular picture is hashed only once. */
const MOST_REMEMBERED = 20_000

type IntactFileResult = { handle: FileHandle } | 'missing' | 'damaged'

/**
 * Returns a function that opens a file whose name is the hash of its content.
 * The caller closes the returned handle.
 */
export function createIntactFileOpener(): (file: string) => Promise<IntactFileResult> {
  const verified = new LRUCache<string, string>({ max: MOST_REMEMBERED })

  async function isIntact(handle: FileHandle, file: string): Promise<boolean> {
    const stats = await handle.stat({ bigint: true })
    if (!stats.isFile()) return false
    // Identifies the file's content: each write changes ctime, and programs cannot set ctime.
    const state = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join('/')
    if (verified.get(file) === state) return true
    const isSame = (await hashFile(handle)) === path.basename(file)
    if (isSame) verified.set(file, state)
    return isSame
  }

  return async (file) => {
    let handle: FileHandle
    try {
      handle = await open(file, READ_REGULAR_FILE_FLAGS)
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
