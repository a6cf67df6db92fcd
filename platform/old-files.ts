/** Takes away files that nobody has touched for a while, such as what a process that died has left. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

/** Those directly in the folder that were last written longer ago than `ms`. Another process may be at it, too. */
export function clearOldFiles(folder: string, ms: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats?.isFile() && Date.now() - stats.mtimeMs > ms) rmSync(file, { force: true })
  }
}
