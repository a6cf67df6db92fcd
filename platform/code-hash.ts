/** Fingerprints source code, so results of other code are not reused. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
const isCode = (file: string) => file.endsWith('.ts') && !/\.test\.ts$/.test(file)

/** Returns a hash of all code in the given folders, without tests. */
export function computeCodeHash(folders: readonly string[]): string {
  const sum = createHash('sha256')
  for (const folder of folders)
    for (const file of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(isCode)
      .sort())
      sum.update(`${folder}/${file}\n`).update(readFileSync(path.join(ROOT, folder, file)))
  return sum.digest('hex').slice(0, 16)
}
