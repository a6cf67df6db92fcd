/**
 * Note file in the data folder about a restored log.
 * The next start logs the restore and deletes the file.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { eventSchemas } from '#contract/events.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { readEventAt } from '../event-store/log-mark.ts'
import { PRIVATE_MODES } from '../private-files.ts'

const RestoreNote = z.object({
  /**
   * Id of the restore.
   * The log records each restore only once.
   */
  id: z.string(),
  /** Id of the last event before the restore's event. */
  lastId: z.string(),
  restored: eventSchemas.LogRestored,
})
export type RestoreNote = z.infer<typeof RestoreNote>

/** Creates the note of a log that was restored to its present events. */
export async function createNote(
  log: Pick<EventStore, 'head' | 'readStoredFrom'>,
  restored: Omit<RestoreNote['restored'], 'restoredAt'>,
): Promise<RestoreNote> {
  const last = await readEventAt(log, await log.head())
  return {
    id: randomUUID(),
    lastId: last?.id ?? '',
    restored: { ...restored, restoredAt: new Date().toISOString() },
  }
}

const fileIn = (dataDir: string) => path.join(dataDir, 'restored.json')

/**
 * Reads the note about a restore, if any.
 * Throws a readable error if invalid, because it must not be ignored.
 */
export function readRestoredNote(dataDir: string): RestoreNote | undefined {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return undefined
  try {
    return RestoreNote.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw new Error(
      `The note of a restore, ${file}, can't be read. Delete it and repeat what wrote it: npm run restore -- FOLDER, or npm run repair -- --accept`,
    )
  }
}

/**
 * Writes the file with the restore note atomically.
 * A killed process thus leaves a complete note or none.
 */
export function writeRestoredNote(dataDir: string, note: RestoreNote): void {
  const growing = `${fileIn(dataDir)}.part`
  writeFileSync(growing, `${JSON.stringify(note, null, 2)}\n`, { mode: PRIVATE_MODES.file, flush: true })
  renameSync(growing, fileIn(dataDir))
}

export const removeRestoredNote = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })
