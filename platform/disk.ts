/** The room on the disk of a folder. */
import { statfs } from 'node:fs/promises'

export interface Disk {
  /** Bytes that this process may still write. */
  free: number
  /** Bytes. */
  total: number
}

/** Of a folder that is not there (a process may keep no data) undefined. */
export async function diskOf(folder: string): Promise<Disk | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
