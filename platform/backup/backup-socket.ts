/** Serves the backup command from the process that owns both databases. */
import type { Server } from 'node:net'
import type { Log } from '../logging.ts'
import { openAdminSocket } from './admin-socket.ts'
import { copyDatabases, isCopyable } from './copy.ts'

/**
 * Opens the socket; returns undefined if a server owns one of the databases.
 * Without the socket the process still runs, so a failure is only logged.
 */
export async function openBackupSocket(
  dataDir: string,
  { store, vault }: { store: object; vault: object },
  log: Log,
): Promise<Server | undefined> {
  if (!isCopyable(store) || !isCopyable(vault)) return undefined
  try {
    return await openAdminSocket(dataDir, (folder) => copyDatabases({ log: store, vault }, folder))
  } catch (error) {
    log.warn({ err: error }, 'backups are not possible while this runs: their socket could not be created')
    return undefined
  }
}
