/**
 * Runs `npm run restore -- FOLDER [--replace]`: restores a backup to the data folder.
 * First prints the data to be lost.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isServerRunning } from '#platform/backup/admin-socket.ts'
import { describeCheckpoint, readBackupManifest } from '#platform/backup/manifest.ts'
import {
  applyRestore,
  createRestoreNote,
  describeRestoreLoss,
  finishRestore,
  stageRestore,
} from '#platform/backup/restore.ts'
import { readEmbeddedSettings } from '#platform/config.ts'
import { refuseReservedFolder } from '#platform/private-files.ts'
import { runCommandLineTool } from '#platform/process.ts'

await runCommandLineTool(async (args) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { replace: { type: 'boolean' } } })
  const [given] = positionals
  if (!given) throw new Error('Name the backup: npm run restore -- FOLDER')
  const folder = path.resolve(given)
  const settings = readEmbeddedSettings(process.env, 'restored')
  const { DATA_DIR } = settings
  refuseReservedFolder(DATA_DIR, folder)
  await refuseIfRunning(DATA_DIR)
  const manifest = await readBackupManifest(folder)
  await finishRestore(DATA_DIR, { isRepeated: true })

  const loss = await describeRestoreLoss(DATA_DIR, folder, manifest)
  if (loss && !values.replace)
    throw new Error(`${loss} Nothing was changed. To replace it with the backup anyway, add --replace.`)
  await stageRestore(folder, settings, manifest)
  const note = await createRestoreNote(DATA_DIR, folder, manifest)
  // Check again: WasteSense may have started while the files were copied.
  await refuseIfRunning(DATA_DIR)
  await applyRestore(DATA_DIR, note)
  if (loss) console.log(loss.replace('would be', 'were'))
  console.log(
    `Restored ${manifest.events} events of ${manifest.takenAt} to ${path.resolve(DATA_DIR)}. Start with: npm start`,
  )
  console.log(describeCheckpoint(manifest))
})

async function refuseIfRunning(dataDir: string): Promise<void> {
  if (await isServerRunning(dataDir)) throw new Error(`WasteSense is running on ${dataDir}. Stop it first.`)
}
