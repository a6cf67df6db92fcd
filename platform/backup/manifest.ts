/**
 * Files of a backup and their manifest.
 * It lists, hashes and copies regular files with fixed names, never links.
 * The manifest is written last: without it a backup is incomplete.
 */

import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { timestampSchema } from '#contract/fields.ts'
import { formatNumber } from '#domain/number-format.ts'
import { PRIVATE_MODES } from '../private-files.ts'
import { hashFile, READ_REGULAR_FILE_FLAGS } from '../regular-file.ts'

/**
 * Databases in a backup.
 * The log can rebuild the others: rows, proofs and caches.
 */
const DATABASES = ['log.db', 'vault.db']
const OTHER_BACKUP_FILES = ['vault.key', 'erased']
const PHOTO_FOLDER = /^blobs\/[0-9a-f]{2}$/
/** Matches a photo's path, which ends with its SHA-256. */
const PHOTO = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/
/** Number of files copied at the same time, because a disk syncs several small files at once. */
const CONCURRENT_COPIES = 8
const MANIFEST_NAME = 'backup.json'

const BackupManifest = z.object({
  version: z.literal(1),
  takenAt: timestampSchema,
  installationId: z.string(),
  /** Count of events in the log. */
  events: z.int().min(0),
  /** Newest checkpoint in the log, if any; absent in older backups. */
  checkpoint: z.object({ id: z.string(), size: z.int(), root: z.string() }).optional(),
  /**
   * Paths of photos that were already damaged.
   * The backup does not contain them.
   */
  damaged: z.array(z.string()).optional(),
  /** SHA-256 hash of each file in the backup, by the file's path. */
  files: z.record(z.string(), z.string()),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export const isPhotoFileName = (name: string): boolean => PHOTO.test(name)
export const isPhotoFolderName = (name: string): boolean => PHOTO_FOLDER.test(name)
export const isBackupFile = (name: string): boolean =>
  [...DATABASES, ...OTHER_BACKUP_FILES].includes(name) || isPhotoFileName(name)

/**
 * Returns all entries below a folder except folders, sorted.
 * Does not follow symbolic links.
 */
export function listFolderEntries(folder: string, from = ''): [name: string, entry: Dirent][] {
  const found: [string, Dirent][] = []
  const add = (below: string) => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = path.posix.join(below, entry.name)
      if (entry.isDirectory() && !isPhotoFileName(name)) add(name)
      else found.push([name, entry])
    }
  }
  if (existsSync(path.join(folder, from))) add(from)
  return found.sort(([one], [other]) => (one < other ? -1 : 1))
}

async function fileHash(file: string): Promise<string> {
  return withRegularFile(file, (from) => hashFile(from))
}

/**
 * Copies a regular file to a new path and syncs it.
 * Returns the SHA-256 of the copied bytes.
 */
export async function copyFile(from: string, to: string): Promise<string> {
  return withRegularFile(from, (source) =>
    withFile(to, 'wx', async (target) => {
      const sum = await hashFile(source, (chunk) => target.writeFile(chunk))
      // Syncs each file separately, so no large write blocks others.
      await target.sync()
      return sum
    }),
  )
}

/**
 * Runs `work` for each name, a few at a time.
 * After an error, waits for running calls, then rejects with the first.
 */
export async function forEachFile(names: readonly string[], work: (name: string) => Promise<unknown>): Promise<void> {
  const rest = names.values()
  let hasFailed = false
  const copyOn = async () => {
    for (const name of rest) {
      if (hasFailed) return
      await work(name).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENT_COPIES }, copyOn))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function withFile<T>(file: string, flags: string | number, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, flags, PRIVATE_MODES.file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? notRegular(file) : error
  })
  return use(handle).finally(() => handle.close())
}

function withRegularFile<T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  return withFile(file, READ_REGULAR_FILE_FLAGS, async (handle) => {
    if (!(await handle.stat()).isFile()) throw notRegular(file)
    return use(handle)
  })
}

const notRegular = (file: string) => new Error(`${file} is a link or another special file: it is not read.`)

/**
 * Writes the manifest of a new backup.
 * Removes photos whose content does not match the hash in their name.
 * The manifest lists these photos and those already known as damaged.
 */
export async function writeBackupManifest(
  folder: string,
  { damaged: known = [], ...about }: Omit<BackupManifest, 'version' | 'files'>,
): Promise<BackupManifest> {
  const sums = await hashesOf(folder)
  const isDamaged = (name: string) => isPhotoFileName(name) && sums.get(name) !== path.basename(name)
  const names = listFolderEntries(folder).map(([name]) => name)
  const damaged = [...known, ...names.filter(isDamaged)].sort()
  for (const name of names.filter(isDamaged)) rmSync(path.join(folder, name), { recursive: true })
  const files = Object.fromEntries([...sums].filter(([name]) => !isDamaged(name)))
  const manifest: BackupManifest = { version: 1, ...about, ...(damaged.length > 0 && { damaged }), files }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(path.join(folder, MANIFEST_NAME), text, { mode: PRIVATE_MODES.file, flag: 'wx', flush: true })
  return manifest
}

/**
 * Reads the manifest of a backup.
 * Throws a readable error if the backup is incomplete or changed.
 */
export async function readBackupManifest(folder: string): Promise<BackupManifest> {
  const file = path.join(folder, MANIFEST_NAME)
  if (!existsSync(file))
    throw new Error(`The folder ${folder} holds no complete backup: there is no ${MANIFEST_NAME} in it.`)
  if (!lstatSync(file).isFile()) throw damagedBackup(folder, `its ${MANIFEST_NAME} is not a regular file`)
  const parsed = BackupManifest.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!parsed.success) throw damagedBackup(folder, `its ${MANIFEST_NAME} can't be read`)
  const sums = await hashesOf(folder)
  for (const [name, sum] of Object.entries(parsed.data.files))
    if (isBackupFile(name) && sums.get(name) !== sum)
      throw damagedBackup(folder, `${name} ${sums.has(name) ? 'does not match its checksum' : 'is missing'}`)
  return parsed.data
}

const damagedBackup = (folder: string, why: string) => new Error(`The backup ${folder} is damaged: ${why}.`)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function hashesOf(folder: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  for (const [name, entry] of listFolderEntries(folder))
    if (isBackupFile(name) && entry.isFile()) sums.set(name, await fileHash(path.join(folder, name)))
  return sums
}

/** Describes the checkpoint of a backup in a sentence. */
export function describeCheckpoint({ events, checkpoint }: Pick<BackupManifest, 'events' | 'checkpoint'>): string {
  if (!checkpoint) return 'Its log has no checkpoint yet and is verified by the checksums of its events only.'
  const { id, size } = checkpoint
  const after = events - size
  const rest =
    after === 0 ? '' : ` The ${formatNumber(after)} after it ${after === 1 ? 'is' : 'are'} verified by checksum.`
  return `Its newest checkpoint is of ${id} (UTC): the first ${formatNumber(size)} events match what was signed.${rest}`
}
