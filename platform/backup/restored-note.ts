/**
 * Note in the data folder about a restored log.
 * The next start declares the restore in the log and deletes the note.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { eventSchemas } from '#contract/events.ts'
import { PRIVATE_MODES } from '../private-files.ts'

const RestoredNote = z.object({
  /** Id of this restore, which is declared once. */
  id: z.string(),
  /** Id of the last event before the restore's declaration. */
  lastId: z.string(),
  restored: eventSchemas.LogRestored,
})
export type RestoredNote = z.infer<typeof RestoredNote>

const fileIn = (dataDir: string) => path.join(dataDir, 'restored.json')

/**
 * Reads the note.
 * Throws if it is invalid, since it must not be ignored.
 */
export function readRestoredNote(dataDir: string): RestoredNote | undefined {
  const file = fileIn(dataDir)
  return existsSync(file) ? RestoredNote.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

export function writeRestoredNote(dataDir: string, note: RestoredNote): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(note, null, 2)}\n`, { mode: PRIVATE_MODES.file, flush: true })
}

export const removeRestoredNote = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })
