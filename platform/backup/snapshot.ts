/**
 * Opens and verifies a data folder or its backup, without a server.
 * Verifies checksums, and that log and vault belong together.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type ServerSettings, vaultKeyFileOf } from '../config.ts'
import { LOG_START } from '../event-store/event-store.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { openSqliteVault } from '../vault/sqlite.ts'
import type { BackupManifest } from './manifest.ts'

export type BackupSnapshot = ReturnType<typeof openBackupSnapshot>

/**
 * Opens the data folder or a copy of it.
 * The vault's key file is at the configured path, or in the copy.
 * Throws a readable error if a file can't be opened.
 */
export function openBackupSnapshot(folder: string, settings: ServerSettings) {
  if (!existsSync(path.join(folder, 'log.db'))) throw new Error(`There is no WasteSense data in ${folder}.`)
  const own = path.join(folder, 'vault.key')
  // The data folder itself may contain an old key beside the configured one.
  const isCopy = path.resolve(folder) !== path.resolve(settings.DATA_DIR)
  const keyFile = isCopy && existsSync(own) ? own : vaultKeyFileOf(settings)
  const log = openSqliteEventStore(path.join(folder, 'log.db'))
  try {
    const vault = openSqliteVault(path.join(folder, 'vault.db'), keyFile)
    return { log, vault, close: async () => void (await Promise.all([log.close(), vault.close()])) }
  } catch (error) {
    log.close()
    throw error
  }
}

/**
 * Reads and verifies every event.
 * Returns the event count and installation id.
 * Throws a readable error if log and vault mismatch.
 */
export async function verifyBackupSnapshot({
  log,
  vault,
}: BackupSnapshot): Promise<Pick<BackupManifest, 'events' | 'installationId'>> {
  let events = 0
  for await (const batch of log.follow(LOG_START, new AbortController().signal)) {
    events += batch.events.length
    if (batch.caughtUp) break
  }
  const installationId = await vault.note('installation')
  const [founded] = await log.readStream('installation')
  if (!installationId || (founded?.data as { installationId?: string } | undefined)?.installationId !== installationId)
    throw new Error('The copy is not usable: its log and its vault belong to different installations.')
  return { events, installationId }
}
