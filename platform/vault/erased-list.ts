/**
 * Append-only list of the ids of erased persons, in a file beside the vault.
 * With it, a restored vault can erase these persons again without the log.
 */
import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import { makePrivateFile, PRIVATE_MODES } from '../private-files.ts'

interface ErasedList {
  all(): readonly string[]
  /** Adds an erased person's id to the file and syncs the file to disk. */
  add(personId: string): void
}

export function openErasedList(file: string): ErasedList {
  makePrivateFile(file)
  const ids = new Set(readErasedList(file))
  return {
    all: () => [...ids],
    add(personId) {
      if (ids.has(personId)) return
      addErasedPersons(file, [personId])
      ids.add(personId)
    },
  }
}

/**
 * Returns the ids in the file.
 * Ignores a last line that a crash cut off.
 */
export const readErasedList = (file: string): string[] =>
  readFileSync(file, 'utf8').split('\n').slice(0, -1).filter(Boolean)

/**
 * Appends ids, one per line, and syncs them.
 * First removes a last line that a crash or a full disk cut off.
 */
export function addErasedPersons(file: string, personIds: readonly string[]): void {
  const removePart = () => truncateSync(file, readFileSync(file).lastIndexOf('\n') + 1)
  removePart()
  try {
    // Unlike `writeSync`, this fails if the disk has space for only a part.
    appendFileSync(file, personIds.map((id) => `${id}\n`).join(''), { mode: PRIVATE_MODES.file, flush: true })
  } catch (error) {
    removePart()
    throw error
  }
}
