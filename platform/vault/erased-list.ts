/**
 * Who was erased, by id, in a text file beside the vault that only grows: a vault that is restored from before an erasure
 * erases again whoever stands in it, whatever the log of that time says.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { makePrivateFile } from '../private-files.ts'

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
      appendSynced(file, `${personId}\n`)
      ids.add(personId)
    },
  }
}

/** The ids in the file; a last line that a crash cut off is none. */
export const readErasedList = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)

function appendSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'a')
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
