/** Writes messages as files to a folder, for installations without a sending service. */
import { readdirSync, rmSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, PRIVATE_MODES } from './private-files.ts'

/**
 * Lifetime of a file, in ms.
 * Messages contain names and numbers of people, who may be erased.
 * Links in mails expire after half an hour.
 */
const LIFETIME_MS = 2 * 60 * 60 * 1000
const LOOK_EVERY_MS = 15 * 60 * 1000

export interface FileOutbox {
  /**
   * Deletes old files, then writes a new file atomically.
   * The file name consists of the time, `label` and the extension.
   * Throws errors of the file system.
   */
  write(label: string, content: Buffer): Promise<void>
  /** Deletes the files whose names satisfy `isMeant`. */
  drop(isMeant: (name: string) => boolean | Promise<boolean>): Promise<void>
  close(): void
}

interface OutboxOptions {
  /**
   * File extension of the outbox's files.
   * The outbox never deletes other files in the folder.
   */
  extension: string
  /** Noun for the files in warnings, such as `mails`. */
  contents: string
}

/**
 * Opens or creates the outbox folder.
 * Deletes files of earlier runs, because their recipients may have been erased.
 * Files expire after two hours, including unfinished ones of a crashed process.
 */
export function openFileOutbox(folder: string, { extension, contents }: OutboxOptions): FileOutbox {
  const isOwn = (name: string) => name.endsWith(`.${extension}`) || name.endsWith(`.${extension}.part`)
  makeFolder(folder)
  for (const name of readdirSync(folder)) if (isOwn(name)) rmSync(path.join(folder, name), { force: true })

  async function drop(isMeant: (name: string) => boolean | Promise<boolean>): Promise<void> {
    for (const name of await readdir(folder))
      if (isOwn(name) && (await isMeant(name))) await rm(path.join(folder, name), { force: true })
  }

  function dropOld(): Promise<void> {
    const oldest = timePrefix(Date.now() - LIFETIME_MS)
    return drop((name) => name < oldest)
  }

  function warn({ code }: NodeJS.ErrnoException): void {
    // A folder that is gone has no old files.
    if (code !== 'ENOENT') process.emitWarning(`Old ${contents} could not be deleted from the outbox: ${code}.`)
  }
  const looking = setInterval(() => dropOld().catch(warn), LOOK_EVERY_MS).unref()

  return {
    async write(label, content) {
      await dropOld()
      await writeAtomically(path.join(folder, `${timePrefix(Date.now())}-${label}.${extension}`), content)
    },
    drop,
    close: () => clearInterval(looking),
  }
}

/** Returns the time as a file name prefix that sorts chronologically. */
const timePrefix = (time: number) => new Date(time).toISOString().replaceAll(':', '-')

/**
 * Writes a file atomically.
 * Only its owner may read it.
 */
async function writeAtomically(file: string, content: Buffer): Promise<void> {
  const growing = `${file}.part`
  try {
    const handle = await open(growing, 'wx', PRIVATE_MODES.file)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(growing, file)
  } catch (error) {
    await rm(growing, { force: true })
    throw error
  }
}
