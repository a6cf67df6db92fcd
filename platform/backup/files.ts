/** The files of a backup: regular files under fixed names, which are copied without following a link. */
import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { OWNER_ONLY } from '../private-files.ts'
import { hashOf, READ_REGULAR } from '../regular-file.ts'

/** What a backup is made of. Rows, proofs and other caches are not in it: they are made again of the log. */
const DATABASES = ['log.db', 'vault.db']
const BESIDE = ['vault.key', 'erased']
/** A photo is named by the SHA-256 of its content. */
const PHOTO = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/

export const isPhoto = (name: string): boolean => PHOTO.test(name)
export const isPart = (name: string): boolean => [...DATABASES, ...BESIDE].includes(name) || isPhoto(name)

/** Returns all but folders in (a part of) the folder, by their paths in it and in order of these. A link is listed, not followed. */
export function entriesIn(folder: string, from = ''): [name: string, entry: Dirent][] {
  const found: [string, Dirent][] = []
  const add = (below: string) => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = path.posix.join(below, entry.name)
      if (entry.isDirectory() && !isPhoto(name)) add(name)
      else found.push([name, entry])
    }
  }
  if (existsSync(path.join(folder, from))) add(from)
  return found.sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Files that are copied at once: a disk makes many small files safe in one go. */
const AT_ONCE = 8

/** Returns the SHA-256 of a regular file. Throws a sentence for anything else. */
export async function sumOf(file: string): Promise<string> {
  return withRegularFile(file, (from) => hashOf(from))
}

/** Copies a regular file to a path where nothing is. On disk when it returns the SHA-256 of what was copied. */
export async function copyFile(from: string, to: string): Promise<string> {
  return withRegularFile(from, (source) =>
    withFile(to, 'wx', async (target) => {
      const sum = await hashOf(source, (chunk) => target.writeFile(chunk))
      // Each file by itself, so that the disk is never given more to write at once than others can wait for.
      await target.sync()
      return sum
    }),
  )
}

/** Runs the work on each name, a few at once. Rejects with the first error when what had begun has ended. */
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
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, copyOn))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function withFile<T>(file: string, flags: string | number, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, flags, OWNER_ONLY.file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? notRegular(file) : error
  })
  return use(handle).finally(() => handle.close())
}

function withRegularFile<T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  return withFile(file, READ_REGULAR, async (handle) => {
    if (!(await handle.stat()).isFile()) throw notRegular(file)
    return use(handle)
  })
}

const notRegular = (file: string) => new Error(`${file} is a link or another special file: it is not read.`)
