/** A note in the data folder that the log beside it was put back: the next start declares it in the log, and removes the note. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { eventSchemas } from '#contract/events.ts'
import { OWNER_ONLY } from '../private-files.ts'

const RestoredNote = z.object({
  /** Of this restore: it is declared once. */
  id: z.string(),
  /** The id of the last event that the log goes on from. */
  lastId: z.string(),
  restored: eventSchemas.LogRestored,
})
export type RestoredNote = z.infer<typeof RestoredNote>

const fileIn = (dataDir: string) => path.join(dataDir, 'restored.json')

/** Throws where the note is not one of ours: it may not be left out in silence. */
export function readRestoredNote(dataDir: string): RestoredNote | undefined {
  const file = fileIn(dataDir)
  return existsSync(file) ? RestoredNote.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

export function writeRestoredNote(dataDir: string, note: RestoredNote): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(note, null, 2)}\n`, { mode: OWNER_ONLY.file, flush: true })
}

export const removeRestoredNote = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })
