/**
 * Reads and writes the manifest of a backup.
 * The manifest is written last: a folder without it is an incomplete backup.
 */

import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { PRIVATE_MODES } from '../private-files.ts'
import { entriesIn, fileHash, isBackupFile, isPhotoFileName } from './files.ts'

const NAME = 'backup.json'

const BackupManifest = z.object({
  version: z.literal(1),
  takenAt: z.string(),
  installationId: z.string(),
  /** Count of events in the log. */
  events: z.int().min(0),
  /** Newest checkpoint in the log. Absent if the log has none, and in older backups. */
  checkpoint: z.object({ id: z.string(), size: z.int(), root: z.string() }).optional(),
  /**
   * Paths of photos that were already damaged.
   * The backup does not contain them.
   */
  damaged: z.array(z.string()).optional(),
  /** SHA-256 of each file, by the file's path. Other files in the folder are not part of the backup. */
  files: z.record(z.string(), z.string()),
})
export type BackupManifest = z.infer<typeof BackupManifest>

/**
 * Writes the manifest of a new copy.
 * Removes photos whose content does not match their name, and lists them as damaged, together with the known ones.
 */
export async function writeBackupManifest(
  folder: string,
  { damaged: known = [], ...about }: Omit<BackupManifest, 'version' | 'files'>,
): Promise<BackupManifest> {
  const sums = await sumsOf(folder)
  const isDamaged = (name: string) => isPhotoFileName(name) && sums.get(name) !== path.basename(name)
  const names = entriesIn(folder).map(([name]) => name)
  const damaged = [...known, ...names.filter(isDamaged)].sort()
  for (const name of names.filter(isDamaged)) rmSync(path.join(folder, name), { recursive: true })
  const files = Object.fromEntries([...sums].filter(([name]) => !isDamaged(name)))
  const manifest: BackupManifest = { version: 1, ...about, ...(damaged.length > 0 && { damaged }), files }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(path.join(folder, NAME), text, { mode: PRIVATE_MODES.file, flag: 'wx', flush: true })
  return manifest
}

/** Reads the manifest. Throws an error for the admin unless the backup is complete and every file is unchanged. */
export async function readBackupManifest(folder: string): Promise<BackupManifest> {
  const file = path.join(folder, NAME)
  if (!existsSync(file)) throw new Error(`The folder ${folder} holds no complete backup: there is no ${NAME} in it.`)
  if (!lstatSync(file).isFile()) throw damaged(folder, `its ${NAME} is not a regular file`)
  const parsed = BackupManifest.safeParse(parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw damaged(folder, `its ${NAME} can't be read`)
  const sums = await sumsOf(folder)
  for (const [name, sum] of Object.entries(parsed.data.files))
    if (isBackupFile(name) && sums.get(name) !== sum)
      throw damaged(folder, `${name} ${sums.has(name) ? 'does not match its checksum' : 'is missing'}`)
  return parsed.data
}

const damaged = (folder: string, why: string) => new Error(`The backup ${folder} is damaged: ${why}.`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns the SHA-256 of each file of a backup by its path. */
async function sumsOf(folder: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  for (const [name, entry] of entriesIn(folder))
    if (isBackupFile(name) && entry.isFile()) sums.set(name, await fileHash(path.join(folder, name)))
  return sums
}
