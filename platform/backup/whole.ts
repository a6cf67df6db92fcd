/** A data folder or a copy of one opened without a server, and read whole: every checksum, and that log and vault are a pair. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Settings, vaultKeyFile } from '../config.ts'
import { START } from '../event-store/event-store.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { openSqliteVault } from '../vault/sqlite.ts'
import type { Manifest } from './manifest.ts'

export type Copy = ReturnType<typeof openCopy>

/** The key lies in the folder itself, or where the settings say. Throws a sentence when something can't be opened. */
export function openCopy(folder: string, settings: Settings) {
  if (!existsSync(path.join(folder, 'log.db'))) throw new Error(`There is no WasteSense data in ${folder}.`)
  const own = path.join(folder, 'vault.key')
  const log = openSqliteEventStore(path.join(folder, 'log.db'))
  try {
    const vault = openSqliteVault(path.join(folder, 'vault.db'), existsSync(own) ? own : vaultKeyFile(settings))
    return { log, vault, close: async () => void (await Promise.all([log.close(), vault.close()])) }
  } catch (error) {
    log.close()
    throw error
  }
}

/** Reads every event, which verifies it, and answers what the log says of itself. Throws a sentence when log and vault are no pair. */
export async function readWhole({ log, vault }: Copy): Promise<Pick<Manifest, 'events' | 'installationId'>> {
  let events = 0
  for await (const batch of log.follow(START, new AbortController().signal)) {
    events += batch.events.length
    if (batch.caughtUp) break
  }
  const installationId = await vault.note('installation')
  const [founded] = await log.readStream('installation')
  if (!installationId || (founded?.data as { installationId?: string } | undefined)?.installationId !== installationId)
    throw new Error('The copy is not whole: its log and its vault are not of the same installation.')
  return { events, installationId }
}
