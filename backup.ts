/** `npm run backup -- FOLDER`: copies log, vault, key and photos, also while WasteSense runs, and verifies what it wrote. */
import path from 'node:path'
import { openInstallation } from '#command-api/kernel/installation.ts'
import { copyParts } from '#platform/backup/copy.ts'
import { ask } from '#platform/backup/door.ts'
import { writeManifest } from '#platform/backup/manifest.ts'
import { provenBy } from '#platform/backup/proven.ts'
import { checkpointIn } from '#platform/backup/proven-words.ts'
import { type Copy, openCopy, readWhole } from '#platform/backup/whole.ts'
import { readEmbedded, type Settings } from '#platform/config.ts'
import { runCommand } from '#platform/process.ts'
import { counted } from '#rules/figure.ts'

await runCommand(async ([given]) => {
  if (!given) throw new Error('Name the folder: npm run backup -- FOLDER')
  const folder = path.resolve(given)
  const settings = readEmbedded(process.env, 'backed up')
  const answer = await ask(settings.DATA_DIR, folder)
  if (answer?.error) throw new Error(answer.error)
  if (!answer) await copyHere(settings, folder)

  const copy = openCopy(folder, settings)
  const about = await checked(copy).finally(copy.close)
  const manifest = await writeManifest(folder, { ...about, takenAt: new Date().toISOString() })
  const { events, takenAt, checkpoint, damaged = [] } = manifest
  console.log(`Backed up ${events} events to ${folder} (${takenAt}), and verified them.`)
  console.log(checkpointIn({ events, checkpoint }))
  if (settings.VAULT_KEY_FILE)
    console.log(
      `The vault's key lies outside, in ${settings.VAULT_KEY_FILE}, and is not in it: keep a copy of that elsewhere.`,
    )
  if (damaged.length === 0) return
  console.error(
    `${counted(damaged.length, 'photo')} in the data folder ${damaged.length === 1 ? 'is' : 'are'} damaged and not in the backup. Put them back from an older backup:\n${damaged.join('\n')}`,
  )
  process.exitCode = 1
})

async function checked(copy: Copy) {
  const about = await readWhole(copy)
  const checkpoint = await provenBy(copy)
  return { ...about, ...(checkpoint && { checkpoint }) }
}

/** Nothing runs on the data: it is opened as a start would open it. */
async function copyHere(settings: Settings, folder: string): Promise<void> {
  const originals = openCopy(settings.DATA_DIR, settings)
  try {
    await openInstallation({ store: originals.log, vault: originals.vault }, new Date())
    await copyParts({ ...originals, dataDir: settings.DATA_DIR }, folder)
  } finally {
    await originals.close()
  }
}
