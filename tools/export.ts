/**
 * Runs `npm run export -- labelled FOLDER`.
 * Writes corrected photos with boxes as a training set (COCO).
 */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formatCountedNoun } from '#domain/number-format.ts'
import { isServerRunning } from '#platform/backup/admin-socket.ts'
import { finishRestore } from '#platform/backup/restore.ts'
import { readEmbeddedSettings } from '#platform/config.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { emptyFolder, makeEmptyFolder, makeFolder, refuseReservedFolder } from '#platform/private-files.ts'
import { runCommandLineTool } from '#platform/process.ts'
import { selectImages, trainingSetOf } from './evaluate/training-set.ts'

await runCommandLineTool(async ([what, given]) => {
  if (what !== 'labelled' || !given) throw new Error('Say what and where to: npm run export -- labelled FOLDER')
  const folder = path.resolve(given)
  const { DATA_DIR } = readEmbeddedSettings(process.env, 'exported')
  refuseReservedFolder(DATA_DIR, folder)
  // Completes an interrupted restore first, as a start does.
  // A running server has already completed it.
  if (!(await isServerRunning(DATA_DIR))) await finishRestore(DATA_DIR)
  const isNew = !existsSync(folder)
  makeEmptyFolder(folder)
  try {
    console.log(await exportLabelled(DATA_DIR, folder))
  } catch (error) {
    // Removes an incomplete export, so that the command can be repeated.
    emptyFolder(folder, { isNew })
    throw error
  }
})

/**
 * Writes the training set to the folder and returns a sentence about it.
 * Leaves out photos that no longer exist, such as those of erased people.
 */
async function exportLabelled(dataDir: string, folder: string): Promise<string> {
  const store = openSqliteEventStore(path.join(dataDir, 'log.db'))
  const events = await store.readAll(LOG_START, Number.MAX_SAFE_INTEGER).finally(() => store.close())
  const corrected = trainingSetOf(events)
  const pictures = openPictures(dataDir, createLog('export', 'warn'))
  makeFolder(path.join(folder, 'images'))
  const written = new Set<string>()
  for (const { picture, file_name } of corrected.images) {
    const bytes = await pictures.get(picture)
    if (!bytes) continue
    await writeFile(path.join(folder, file_name), bytes, { flag: 'wx' })
    written.add(picture)
  }
  const labelled = selectImages(corrected, ({ picture }) => written.has(picture))
  const text = `${JSON.stringify(labelled, null, 2)}\n`
  await writeFile(path.join(folder, 'annotations.json'), text, { flag: 'wx' })
  const wrote = `Wrote ${labelled.images.length} photos with ${labelled.annotations.length} boxes to ${folder}.`
  const missing = corrected.images.length - written.size
  if (missing === 0) return wrote
  return `${wrote} Left out ${formatCountedNoun(missing, 'corrected photo')}: not in ${dataDir}/blobs any more.`
}
