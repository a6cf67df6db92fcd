/**
 * Runs `npm run export -- labelled FOLDER`.
 * Writes corrected photos with boxes as a training set (COCO).
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readEmbeddedSettings } from '#platform/config.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { makeEmptyFolder, makeFolder, refuseReservedFolder } from '#platform/private-files.ts'
import { runCommandLineTool } from '#platform/process.ts'
import { trainingSetOf } from './evaluate/training-set.ts'

await runCommandLineTool(async ([what, given]) => {
  if (what !== 'labelled' || !given) throw new Error('Say what and where to: npm run export -- labelled FOLDER')
  const folder = path.resolve(given)
  const { DATA_DIR } = readEmbeddedSettings(process.env, 'exported')
  refuseReservedFolder(DATA_DIR, folder)
  makeEmptyFolder(folder)
  const store = openSqliteEventStore(path.join(DATA_DIR, 'log.db'))
  const labelled = trainingSetOf(await store.readAll(LOG_START, Number.MAX_SAFE_INTEGER))
  await store.close()
  const pictures = openPictures(DATA_DIR, createLog('export', 'warn'))
  makeFolder(path.join(folder, 'images'))
  for (const { picture, file_name } of labelled.images) {
    const bytes = await pictures.get(picture)
    if (!bytes) throw new Error(`The photo ${picture} is not in ${DATA_DIR}/blobs any more, so it can't be exported.`)
    await writeFile(path.join(folder, file_name), bytes, { flag: 'wx' })
  }
  const text = `${JSON.stringify(labelled, null, 2)}\n`
  await writeFile(path.join(folder, 'annotations.json'), text, { flag: 'wx' })
  console.log(`Wrote ${labelled.images.length} photos with ${labelled.annotations.length} boxes to ${folder}.`)
})
