/** What each process of a distributed installation opens first: the settings it can't do without, and its ports. */
import { readSettings, type Settings } from './config.ts'
import { openEventStoreDb } from './event-store/eventstoredb.ts'
import { openMongoReadStore } from './read-store/mongodb.ts'
import { openMongoVault } from './vault/mongodb.ts'

type Needed<K extends keyof Settings> = Settings & { [P in K]-?: NonNullable<Settings[P]> }

/** The settings, with these present; throws a sentence that names those that are missing. */
export function readSettingsWith<K extends keyof Settings>(...needed: K[]): Needed<K> {
  const settings = readSettings(process.env)
  const missing = needed.filter((key) => settings[key] === undefined)
  if (missing.length > 0) throw new Error(`Missing setting: ${missing.join(', ')}.`)
  return settings as Needed<K>
}

/** The stores that command-api and projections share. */
export async function openStores({ EVENTSTORE_URL, MONGODB_URL }: Needed<'EVENTSTORE_URL' | 'MONGODB_URL'>) {
  const [store, vault, reads] = await Promise.all([
    openEventStoreDb(EVENTSTORE_URL),
    openMongoVault(MONGODB_URL),
    openMongoReadStore(MONGODB_URL),
  ])
  return { store, vault, reads, close: () => Promise.all([store.close(), vault.close(), reads.close()]) }
}
