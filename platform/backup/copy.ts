/** Copies an installation while it works: the log first and the vault after it, so that no key is missing that the log needs. */
import { closeSync, cpSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { keepPrivate, makePrivateFile, OWNER_ONLY } from '../private-files.ts'

/** What can be copied as it stands, while it is written to. */
export interface Copyable {
  copyTo(file: string): Promise<void>
}

export const isCopyable = (store: object): store is Copyable => 'copyTo' in store

export interface Originals {
  log: Copyable
  vault: Copyable
  dataDir: string
}

/** What lies in the data folder beside the two databases: the vault's key, unless it lies elsewhere, the erased, and photos. */
const BESIDE = ['vault.key', 'erased', 'blobs']

/** A pipe or a socket can't be copied. A link is, as a link: the backup is verified afterwards, and names it. */
function isCopied(file: string): boolean {
  const stats = lstatSync(file)
  return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink()
}

/** Pages per step; between two steps whoever else needs the database gets it. */
const PAGES = 256

/** Copies all parts into the folder, which must be empty or not there; throws a sentence otherwise. */
export async function copyParts({ log, vault, dataDir }: Originals, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder })
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty. Name one that is.`)
  await log.copyTo(path.join(folder, 'log.db'))
  await vault.copyTo(path.join(folder, 'vault.db'))
  for (const name of BESIDE) {
    const from = path.join(dataDir, name)
    if (existsSync(from)) cpSync(from, path.join(folder, name), { recursive: true, filter: isCopied })
  }
  // A copy has the mode of its original.
  keepPrivate(folder)
}

/** The database as it is when the last page is copied, what is written meanwhile included; synced to disk. */
export async function copyDatabase(database: DatabaseSync, file: string): Promise<void> {
  makePrivateFile(file)
  await backup(database, file, { rate: PAGES })
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
