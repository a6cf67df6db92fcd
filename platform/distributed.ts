/** Opens the settings and ports that every distributed process needs. */
import { readSettings, type ServerSettings, vaultKeyFileOf } from './config.ts'
import { openEventStoreDb } from './event-store/eventstoredb.ts'
import type { Log } from './logging.ts'
import { makeFolderPrivate } from './private-files.ts'
import { openMongoReadStore } from './read-store/mongodb.ts'
import { createStartupRetry } from './startup-retry.ts'
import { openMongoVault } from './vault/mongodb.ts'

type RequiredSettings<K extends keyof ServerSettings> = ServerSettings & { [P in K]-?: NonNullable<ServerSettings[P]> }

/**
 * Reads the settings.
 * Throws an error with every missing setting of `needed`.
 */
export function readRequiredSettings<K extends keyof ServerSettings>(...needed: K[]): RequiredSettings<K> {
  const settings = readSettings(process.env)
  const missing = needed.filter((key) => settings[key] === undefined)
  if (missing.length > 0) throw new Error(`Missing setting: ${missing.join(', ')}.`)
  return settings as RequiredSettings<K>
}

/**
 * Opens the event store, vault and read store that command-api and projections share.
 * Until `started` is called, waits for unreachable servers.
 * It also repeats failed requests to vault and read store, which is safe.
 */
export async function openDistributedStores(
  settings: RequiredSettings<'EVENTSTORE_URL' | 'MONGODB_URL'>,
  log: Pick<Log, 'warn'>,
) {
  const { EVENTSTORE_URL, MONGODB_URL, DATA_DIR } = settings
  const repaired = makeFolderPrivate(DATA_DIR, vaultKeyFileOf(settings))
  if (repaired) log.warn(repaired)
  const { persist, patient, over } = createStartupRetry(log)
  const [store, vault, reads] = await Promise.all([
    persist(() => openEventStoreDb(EVENTSTORE_URL, { folder: DATA_DIR })),
    persist(() => openMongoVault(MONGODB_URL, vaultKeyFileOf(settings))),
    persist(() => openMongoReadStore(MONGODB_URL)),
  ])
  const close = () => Promise.all([store.close(), vault.close(), reads.close()])
  return { store, vault: patient(vault), reads: patient(reads), started: over, close }
}
