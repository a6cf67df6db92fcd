/**
 * Runs `npm run backup -- FOLDER`: copies and verifies log, vault, key and photos.
 * WasteSense may run meanwhile.
 */
import { existsSync, readdirSync, rmdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { compareVaultWithLog, describeVaultDifferences } from '#command-api/accounts/vault-check.ts'
import { pairLogWithVault } from '#command-api/kernel/installation.ts'
import { formatCountedNoun } from '#domain/number-format.ts'
import { requestBackup } from '#platform/backup/admin-socket.ts'
import { copyDatabases, copyFiles } from '#platform/backup/copy.ts'
import { type BackupManifest, describeCheckpoint, writeBackupManifest } from '#platform/backup/manifest.ts'
import { finishRestore } from '#platform/backup/restore.ts'
import { type BackupSnapshot, openBackupSnapshot, verifyBackupSnapshot } from '#platform/backup/snapshot.ts'
import { verifyLog } from '#platform/backup/verify-log.ts'
import { NICE_VALUES } from '#platform/child-processes.ts'
import { readEmbeddedSettings, type ServerSettings, vaultKeyFileOf } from '#platform/config.ts'
import { emptyFolder, makeEmptyFolder, refuseReservedFolder } from '#platform/private-files.ts'
import { runCommandLineTool } from '#platform/process.ts'

await runCommandLineTool(async ([given]) => {
  if (!given) throw new Error('Name the folder: npm run backup -- FOLDER')
  const folder = path.resolve(given)
  const settings = readEmbeddedSettings(process.env, 'backed up')
  refuseReservedFolder(settings.DATA_DIR, folder)
  // Runs at low priority, so that a running WasteSense goes first.
  setPriority(NICE_VALUES.patient)
  const isNew = !existsSync(folder)
  makeEmptyFolder(folder)
  try {
    const answer = await requestBackup(settings.DATA_DIR, folder)
    if (answer?.error) throw new Error(answer.error)
    if (!answer) await copyOffline(settings, folder)
  } catch (error) {
    if (isNew && readdirSync(folder).length === 0) rmdirSync(folder)
    throw error
  }
  try {
    const { problems, manifest } = await finishBackup(settings, folder)
    printManifest(manifest, folder)
    printProblems(problems)
  } catch (error) {
    // Removes an incomplete backup.
    emptyFolder(folder, { isNew })
    throw error
  }
})

/**
 * Copies the files other than databases, and verifies the whole copy.
 * Returns its manifest, and problems that would end a start with it.
 */
async function finishBackup(
  settings: ServerSettings,
  folder: string,
): Promise<{ manifest: BackupManifest; problems: string[] }> {
  const damaged = await copyFiles(settings.DATA_DIR, folder, vaultKeyFileOf(settings))
  const { about, problems } = await checkCopy(openBackupSnapshot(folder, settings))
  const manifest = await writeBackupManifest(folder, { ...about, damaged, takenAt: new Date().toISOString() })
  return { manifest, problems }
}

/** Verifies the copied log, and compares the copied vault with it. */
async function checkCopy(copy: BackupSnapshot) {
  try {
    return { about: await verifyCopy(copy), problems: await findVaultProblems(copy) }
  } finally {
    await copy.close()
  }
}

/** Returns what the vault lacks for the log; erasures during the copy are no problem. */
async function findVaultProblems({ log, vault }: BackupSnapshot): Promise<string[]> {
  const { differences } = await compareVaultWithLog({ store: log, vault }, { isRestored: true })
  return describeVaultDifferences({ ...differences, erased: [], listed: [] })
}

function printProblems(problems: readonly string[]): void {
  if (problems.length === 0) return
  console.error(`A start with this backup will be refused. ${problems.join(' ')}`)
  process.exitCode = 1
}

function printManifest({ events, takenAt, checkpoint, files, damaged = [] }: BackupManifest, folder: string): void {
  console.log(`Backed up ${events} events to ${folder} (${takenAt}), and verified them.`)
  console.log(describeCheckpoint({ events, checkpoint }))
  if (!Object.hasOwn(files, 'vault.key'))
    console.log(`The vault's key file is outside the data folder and not in the backup. Keep a copy of it elsewhere.`)
  if (damaged.length === 0) return
  console.error(
    `${formatCountedNoun(damaged.length, 'photo')} in the data folder ${damaged.length === 1 ? 'is' : 'are'} damaged and not in the backup. Put them back from an older backup:\n${damaged.join('\n')}`,
  )
  process.exitCode = 1
}

async function verifyCopy(copy: BackupSnapshot) {
  const about = await verifyBackupSnapshot(copy)
  const checkpoint = await verifyLog(copy)
  return { ...about, ...(checkpoint && { checkpoint }) }
}

/** Makes a backup without a running server, by opening the data files directly. */
async function copyOffline(settings: ServerSettings, folder: string): Promise<void> {
  await finishRestore(settings.DATA_DIR)
  const originals = openBackupSnapshot(settings.DATA_DIR, settings)
  try {
    await pairLogWithVault({ store: originals.log, vault: originals.vault }, new Date())
    await copyDatabases(originals, folder)
  } finally {
    await originals.close()
  }
}
