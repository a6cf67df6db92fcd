/** Deletes old files, such as those that a crashed process left. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Deletes files directly in the folder that were last written more than `ms` ago.
 * Other processes may delete the same files at the same time.
 */
export function deleteOldFiles(folder: string, ms: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats?.isFile() && Date.now() - stats.mtimeMs > ms) rmSync(file, { force: true })
  }
}
