/**
 * Compares the vault with the log at start.
 * The start fails if a person's key is missing, unless an admin accepts the loss.
 * It also fails if only the vault recorded an erasure, unless an admin accepts the erasure.
 */

import { formatNumber } from '#domain/number-format.ts'
import { driverEncryptionKeyIdOf } from '#domain/planning.ts'
import { readRestoredNote } from '#platform/backup/restored-note.ts'
import {
  type EventStore,
  hasKnownType,
  LOG_START,
  type LoggedEvent,
  type Position,
  type RecordedEvent,
} from '#platform/event-store/event-store.ts'
import { erasedPersonOf } from '#platform/persons.ts'
import type { Vault, VaultIds } from '#platform/vault/vault.ts'
import {
  createPersonHasher,
  keyFingerprintOf,
  readVaultLogMark,
  type VaultContents,
  type VaultLogMark,
} from './vault-mark.ts'

interface Ports {
  store: Pick<EventStore, 'readStream' | 'follow'>
  vault: Pick<
    Vault,
    'note' | 'setNote' | 'installationKey' | 'census' | 'listedErased' | 'findPersonKeys' | 'erasedAmong'
  >
}

/**
 * Key from which the names of identity streams are derived.
 * Sign-in needs it.
 */
const IDENTITY_KEY = 'identities'

/**
 * Differences between the people and keys in the vault and those in the log.
 * People are listed by id.
 */
interface VaultDifferences {
  /** People in the log who have no key in the vault. */
  missing: string[]
  /** People erased in the vault, but not in the log. */
  erased: string[]
  /** People whose erasure is recorded only in the list of erased people, a file beside the vault. */
  listed: string[]
  /** Names of installation keys that are missing or replaced. */
  keys: string[]
  /** True if the signature of the vault's stored checkpoint is invalid. */
  isAltered: boolean
}

/** Result of comparing the vault with the log: differences, and data for later steps at the start. */
export interface VaultLogComparison {
  differences: VaultDifferences
  /** People whose erasure is in the part of the log that was read. */
  erasedInLog: Set<string>
  /**
   * People who are on the list of erased people but still in the vault.
   * A restore or the vault's checkpoint confirms that they were erased.
   * The start therefore erases them again.
   */
  erasedInList: string[]
  /**
   * After a restore, everyone whom the vault has erased; otherwise empty.
   * The restored log may lack these erasures, and the backup has these people's photos.
   */
  erasedInVault: string[]
  /** Contents that the vault should have once the people in `erasedInLog` and `erasedInList` are erased. */
  known: VaultContents
  /** Last event that was read; undefined for an empty log. */
  last: LoggedEvent | VaultLogMark | undefined
}

/**
 * Compares the vault with the log's events since the vault's checkpoint.
 * The checkpoint names the last event that the vault reflects.
 * With `isRestored`, the vault may contain erasures that the log lacks.
 */
export async function compareVaultWithLog(
  ports: Ports,
  { isRestored }: { isRestored: boolean },
): Promise<VaultLogComparison> {
  const { store, vault } = ports
  // Reads the vault before the log.
  // Another process may register people meanwhile, and it writes to the log first.
  const census = await vault.census()
  const nameOf = await createPersonHasher(ports)
  const { mark, people, isInLog } = await readVaultLogMark(ports)
  const known = people === 'altered' ? undefined : people
  const erased = new Set(census.erased.map(nameOf))
  // Checks that the vault has all erasures that it had when it last recorded its log position.
  // If not, reads the whole log again.
  const isComplete = known !== undefined && [...known.erased].every((name) => erased.has(name))
  const log = await readPeople(store, mark && isInLog && isComplete ? mark.position : LOG_START)

  const names = new Set([...census.living, ...census.erased].map(nameOf))
  const missing = await findMissingPeople(ports, { census, known, log, names })
  const isErased = (id: string) => isRestored || log.erased.has(id) || known?.erased.has(nameOf(id)) === true
  const listed = await vault.listedErased()
  const differences = {
    missing,
    erased: known ? census.erased.filter((id) => !isErased(id)) : [],
    listed: listed.filter((id) => !isErased(id)),
    keys: await findOtherKeys(ports, census, known, log.people.size > 0),
    isAltered: people === 'altered',
  }
  const erasedInList = listed.filter((id) => isErased(id) && !log.erased.has(id))
  const gone = new Set([...census.erased, ...log.erased, ...erasedInList].map(nameOf))
  const living = [...(known?.living ?? [])].filter((name) => names.has(name))
  for (const id of log.people) living.push(nameOf(id))
  return {
    differences,
    erasedInLog: log.erased,
    erasedInList,
    erasedInVault: isRestored ? census.erased : [],
    known: { living: new Set(living.filter((name) => !gone.has(name))), erased: gone, keys: known?.keys ?? new Map() },
    last: log.last ?? (isInLog ? mark : undefined),
  }
}

interface PeopleInLog {
  people: Set<string>
  erased: Set<string>
  last: LoggedEvent | undefined
}

async function readPeople(store: Ports['store'], after: Position): Promise<PeopleInLog> {
  const log: PeopleInLog = { people: new Set(), erased: new Set(), last: undefined }
  for await (const { events, caughtUp } of store.follow(after, new AbortController().signal)) {
    for (const event of events) {
      const [person, erased] = hasKnownType(event) ? [encryptionKeyIdOf(event), erasedPersonOf(event)] : []
      if (person) log.people.add(person)
      if (erased) log.erased.add(erased)
    }
    log.last = events.at(-1) ?? log.last
    if (caughtUp) return log
  }
  return log
}

/** Returns the id of the vault key that an event introduces: of an account, or of a truck's driver. */
function encryptionKeyIdOf({ type, data }: RecordedEvent): string | undefined {
  if (type === 'AccountRegistered') return data.userId
  const isOfTruck = type === 'VehicleRegistered' || type === 'VehicleChanged'
  return isOfTruck && data.driver ? driverEncryptionKeyIdOf(data.vehicleId) : undefined
}

interface Compared {
  census: VaultIds
  known: VaultContents | undefined
  log: PeopleInLog
  /** Short hashes of all ids in the vault, living and erased. */
  names: ReadonlySet<string>
}

async function findMissingPeople({ store, vault }: Ports, { census, known, log, names }: Compared): Promise<string[]> {
  const there = new Set([...census.living, ...census.erased])
  const gone = new Set([...(known?.living ?? [])].filter((name) => !names.has(name)))
  // Reads the ids of people from the log, because the vault's checkpoint contains only hashes.
  const all = gone.size > 0 ? await readPeople(store, LOG_START) : log
  const candidates = [...all.people].filter((id) => !there.has(id) && !all.erased.has(id))
  // Queries the vault again, because the missing people may have been added meanwhile.
  const [living, erased] = await Promise.all([vault.findPersonKeys(candidates), vault.erasedAmong(candidates)])
  return candidates.filter((id) => !living.has(id) && !erased.has(id))
}

async function findOtherKeys(
  { vault }: Ports,
  { installationKeys }: VaultIds,
  known: VaultContents | undefined,
  hasPeople: boolean,
): Promise<string[]> {
  const there = new Set(installationKeys)
  if (!known) return hasPeople && !there.has(IDENTITY_KEY) ? [IDENTITY_KEY] : []
  const other: string[] = []
  for (const [name, fingerprint] of known.keys)
    if (!there.has(name) || keyFingerprintOf(await vault.installationKey(name)) !== fingerprint) other.push(name)
  return other
}

export const RESTORE_ADVICE = 'Restore log and vault from one backup.'
const ACCEPT_COMMAND = 'npm run repair -- --accept'
/** Maximum number of ids that a sentence names. */
const MOST_NAMED = 3

function describePeople(ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED).join(', ')
  return `${formatNumber(ids.length)} ${ids.length === 1 ? 'person' : 'people'} (${named}${ids.length > MOST_NAMED ? ', …' : ''})`
}

/** Returns one sentence for each difference between the vault and the log. */
export function describeVaultDifferences({ missing, erased, listed, keys, isAltered }: VaultDifferences): string[] {
  return [
    keys.length > 0 && `Installation keys in the vault are missing or were replaced: ${keys.join(', ')}.`,
    missing.length > 0 && `The vault has no key for ${describePeople(missing)} in the log.`,
    erased.length > 0 && `The vault has erased ${describePeople(erased)}, but the log has not.`,
    listed.length > 0 &&
      `The file ‘erased’ beside the vault lists ${describePeople(listed)}, but neither the vault nor the log has erased them. If they should not be erased, remove them from the file.`,
    isAltered && "The vault's list of people was altered.",
  ].filter((sentence) => sentence !== false)
}

/**
 * Returns whether an admin may accept the differences between vault and log.
 * A lost identity key is not acceptable, because sign-in needs it.
 */
export const canAcceptVaultDifferences = ({ keys }: VaultDifferences): boolean => !keys.includes(IDENTITY_KEY)

/**
 * Throws if vault and log differ in a way that no restore explains.
 * Call it before creating any installation key.
 */
export async function checkVaultMatchesLog({
  dataDir,
  ...ports
}: Ports & { dataDir: string }): Promise<VaultLogComparison> {
  const followed = await compareVaultWithLog(ports, { isRestored: readRestoredNote(dataDir) !== undefined })
  const sentences = describeVaultDifferences(followed.differences)
  if (sentences.length === 0) return followed
  const accept = canAcceptVaultDifferences(followed.differences)
    ? ` To continue without the missing data and erase the people listed as erased: ${ACCEPT_COMMAND}`
    : ''
  throw new Error(`${sentences.join(' ')} ${RESTORE_ADVICE}${accept}`)
}
