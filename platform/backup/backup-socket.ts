/** Opens a socket, through which the backup command makes the running process copy both databases. */
import type { Server } from 'node:net'
import type { Log } from '../logging.ts'
import { openAdminSocket } from './admin-socket.ts'
import { copyDatabases, isCopyable } from './copy.ts'

/**
 * Opens the socket.
 * Returns undefined if a database is on a database server, so that it can't be copied.
 * Logs a failure only, because the process can run without the socket.
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
