/** Lists, hashes and copies the files of a backup: regular files with fixed names, never links. */
import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { PRIVATE_MODES } from '../private-files.ts'
import { hashFile, READ_REGULAR_FILE_FLAGS } from '../regular-file.ts'

/** Databases in a backup. Rows, proofs and other caches are not included, because the log can rebuild them. */
const DATABASES = ['log.db', 'vault.db']
const OTHER_BACKUP_FILES = ['vault.key', 'erased']
/** Matches the path of a photo. The photo's name is the SHA-256 of its content. */
const PHOTO = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/

export const isPhotoFileName = (name: string): boolean => PHOTO.test(name)
export const isBackupFile = (name: string): boolean =>
  [...DATABASES, ...OTHER_BACKUP_FILES].includes(name) || isPhotoFileName(name)

/** Returns all entries below a folder except folders, sorted by path. Lists links, but does not follow them. */
export function entriesIn(folder: string, from = ''): [name: string, entry: Dirent][] {
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

/** Maximum of concurrent copies. A disk syncs several small files at once. */
const CONCURRENT_COPIES = 8

/** Returns the SHA-256 of a regular file. Throws an error if it is no regular file. */
export async function fileHash(file: string): Promise<string> {
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
      // Syncs each file separately, so that no large write blocks other processes.
      await target.sync()
      return sum
    }),
  )
}

/**
 * Runs `work` for each name, a few at a time.
 * After an error, waits for the running calls and rejects with the first error.
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
