/**
 * Runs `npm run backup -- FOLDER`: copies log, vault, key and photos and verifies them.
 * It also works while WasteSense runs.
 */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { openInstallation } from '#command-api/kernel/installation.ts'
import { copyDatabases, copyFiles } from '#platform/backup/copy.ts'
import { ask } from '#platform/backup/door.ts'
import { type Manifest, writeManifest } from '#platform/backup/manifest.ts'
import { provenBy } from '#platform/backup/proven.ts'
import { checkpointIn } from '#platform/backup/proven-words.ts'
import { finishRestore } from '#platform/backup/put-back.ts'
import { type Copy, openCopy, readWhole } from '#platform/backup/whole.ts'
import { readEmbedded, type Settings } from '#platform/config.ts'
import { NICENESS } from '#platform/niceness.ts'
import { makeEmptyFolder } from '#platform/private-files.ts'
import { runCommand } from '#platform/process.ts'
import { counted } from '#rules/figure.ts'

await runCommand(async ([given]) => {
  if (!given) throw new Error('Name the folder: npm run backup -- FOLDER')
  const folder = path.resolve(given)
  const settings = readEmbedded(process.env, 'backed up')
  // A running WasteSense has priority.
  setPriority(NICENESS.patient)
  const isNew = !existsSync(folder)
  makeEmptyFolder(folder)
  try {
    const answer = await ask(settings.DATA_DIR, folder)
    if (answer?.error) throw new Error(answer.error)
    if (!answer) await copyHere(settings, folder)
  } catch (error) {
    if (isNew && readdirSync(folder).length === 0) rmdirSync(folder)
    throw error
  }
  try {
    sayWhat(await complete(settings, folder), folder)
  } catch (error) {
    // An incomplete backup is removed completely.
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true })
    if (isNew) rmdirSync(folder)
    throw error
  }
})

/** Copies the remaining files, verifies the copy and returns its manifest. */
async function complete(settings: Settings, folder: string): Promise<Manifest> {
  const damaged = await copyFiles(settings.DATA_DIR, folder)
  const copy = openCopy(folder, settings)
  const about = await checked(copy).finally(copy.close)
  return writeManifest(folder, { ...about, damaged, takenAt: new Date().toISOString() })
}

function sayWhat({ events, takenAt, checkpoint, files, damaged = [] }: Manifest, folder: string): void {
  console.log(`Backed up ${events} events to ${folder} (${takenAt}), and verified them.`)
  console.log(checkpointIn({ events, checkpoint }))
  if (!Object.hasOwn(files, 'vault.key'))
    console.log(`The vault's key lies outside, and is not in it: keep a copy of that elsewhere.`)
  if (damaged.length === 0) return
  console.error(
    `${counted(damaged.length, 'photo')} in the data folder ${damaged.length === 1 ? 'is' : 'are'} damaged and not in the backup. Put them back from an older backup:\n${damaged.join('\n')}`,
  )
  process.exitCode = 1
}

async function checked(copy: Copy) {
  const about = await readWhole(copy)
  const checkpoint = await provenBy(copy)
  return { ...about, ...(checkpoint && { checkpoint }) }
}

/** Backs up without a running server, opening the data as a start does. */
async function copyHere(settings: Settings, folder: string): Promise<void> {
  await finishRestore(settings.DATA_DIR)
  const originals = openCopy(settings.DATA_DIR, settings)
  try {
    await openInstallation({ store: originals.log, vault: originals.vault }, new Date())
    await copyDatabases(originals, folder)
  } finally {
    await originals.close()
  }
}
