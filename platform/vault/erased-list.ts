/**
 * Who was erased, by id, in a text file beside the vault that only grows: a vault that is restored from before an erasure
 * erases again whoever stands in it, whatever the log of that time says.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { makePrivateFile, OWNER_ONLY } from '../private-files.ts'

export interface ErasedList {
  all(): readonly string[]
  /** On disk when it returns. */
  add(personId: string): void
}

export function openErasedList(file: string): ErasedList {
  makePrivateFile(file)
  const ids = new Set(readErasedList(file))
  return {
    all: () => [...ids],
    add(personId) {
      if (ids.has(personId)) return
      addErased(file, [personId])
      ids.add(personId)
    },
  }
}

/** The ids in the file; a last line that a crash cut off is none. */
export const readErasedList = (file: string): string[] =>
  readFileSync(file, 'utf8').split('\n').slice(0, -1).filter(Boolean)

/** Writes ids to the end of the file, each on a line of its own, also where a crash cut the last line off; on disk when it returns. */
export function addErased(file: string, personIds: readonly string[]): void {
  const descriptor = openSync(file, 'a', OWNER_ONLY.file)
  try {
    writeSync(descriptor, `\n${personIds.map((id) => `${id}\n`).join('')}`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
