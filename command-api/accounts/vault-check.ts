/**
 * Compares the vault with the log at a start. The start ends where a person's key is gone,
 * or where the vault erased somebody whom the log has not.
 */
import { readRestoredNote } from '#platform/backup/restored-note.ts'
import {
  type EventStore,
  isKnown,
  type LoggedEvent,
  type Position,
  type RecordedEvent,
  START,
} from '#platform/event-store/event-store.ts'
import type { Census, Vault } from '#platform/vault/vault.ts'
import { figure } from '#rules/figure.ts'
import { driverKey } from '#rules/planning.ts'
import { createNaming, fingerprintOf, type KnownPeople, type Mark, readMark } from './vault-mark.ts'

interface Ports {
  store: Pick<EventStore, 'readStream' | 'follow'>
  vault: Pick<
    Vault,
    'note' | 'setNote' | 'installationKey' | 'census' | 'listedErased' | 'findPersonKeys' | 'erasedAmong'
  >
}

/** Nobody could sign in without it: names of emails and employee IDs are made with it. */
const IDENTITIES = 'identities'

/** What the vault has and the log does not, or the other way round. People by their ids. */
export interface Differences {
  /** The log knows them, and the vault has no key of theirs. */
  missing: string[]
  /** The vault has erased them, and the log has not. */
  erased: string[]
  /** The list beside the vault names them as erased, and neither the vault nor the log has erased them. */
  listed: string[]
  /** Keys of the installation that are gone or are others than they were. */
  keys: string[]
  /** The vault's note of all this is not the vault's. */
  isAltered: boolean
}

/** What was found on the way, for those who go on with it. */
export interface Followed {
  differences: Differences
  /** People whom the log has erased, as far as it was read. */
  erasedInLog: Set<string>
  /** People whom the list beside the vault names as erased, for good reason, and the vault does not. */
  erasedInList: string[]
  /** Whom the vault is to have from now on, when these are erased. */
  known: KnownPeople
  /** The last event that the log was followed to; undefined in an empty one. */
  last: LoggedEvent | Mark | undefined
}

/** Follows the log from where the vault was last at it, and compares. `isRestored`: whom the vault alone has erased stays erased. */
export async function followVault(ports: Ports, { isRestored }: { isRestored: boolean }): Promise<Followed> {
  const { store, vault } = ports
  // The vault is counted before the log is read: whatever another process does meanwhile comes to the log first.
  const census = await vault.census()
  const nameOf = await createNaming(ports)
  const { mark, people, isInLog } = await readMark(ports)
  const known = people === 'altered' ? undefined : people
  const erased = new Set(census.erased.map(nameOf))
  // Whom the vault has no note of, though it had, is looked for in all of the log.
  const isComplete = known !== undefined && [...known.erased].every((name) => erased.has(name))
  const log = await read(store, mark && isInLog && isComplete ? mark.position : START)

  const names = new Set([...census.living, ...census.erased].map(nameOf))
  const missing = await missingFrom(ports, { census, known, log, names })
  const isErased = (id: string) => isRestored || log.erased.has(id) || known?.erased.has(nameOf(id)) === true
  const listed = await vault.listedErased()
  const differences = {
    missing,
    erased: known ? census.erased.filter((id) => !isErased(id)) : [],
    listed: listed.filter((id) => !isErased(id)),
    keys: await otherKeys(ports, census, known, log.people.size > 0),
    isAltered: people === 'altered',
  }
  const erasedInList = listed.filter((id) => isErased(id) && !log.erased.has(id))
  const gone = new Set([...census.erased, ...log.erased, ...erasedInList].map(nameOf))
  const living = [...(known?.living ?? [])].filter((name) => names.has(name))
  for (const id of log.people) living.push(nameOf(id))
  return {
    ...{ differences, erasedInLog: log.erased, erasedInList },
    known: { living: new Set(living.filter((name) => !gone.has(name))), erased: gone, keys: known?.keys ?? new Map() },
    last: log.last ?? (isInLog ? mark : undefined),
  }
}

interface InLog {
  people: Set<string>
  erased: Set<string>
  last: LoggedEvent | undefined
}

async function read(store: Ports['store'], after: Position): Promise<InLog> {
  const log: InLog = { people: new Set(), erased: new Set(), last: undefined }
  for await (const { events, caughtUp } of store.follow(after, new AbortController().signal)) {
    for (const event of events) {
      const [person, erased] = isKnown(event) ? [sealedOf(event), erasedBy(event)] : []
      if (person) log.people.add(person)
      if (erased) log.erased.add(erased)
    }
    log.last = events.at(-1) ?? log.last
    if (caughtUp) return log
  }
  return log
}

/** Whose key this event is sealed with: an account's, or that of a truck's driver. */
function sealedOf({ type, data }: RecordedEvent): string | undefined {
  if (type === 'AccountRegistered') return data.userId
  const isOfTruck = type === 'VehicleRegistered' || type === 'VehicleChanged'
  return isOfTruck && data.driver ? driverKey(data.vehicleId) : undefined
}

/** Whose secrets go with this event; a deleted truck's driver goes too. */
function erasedBy({ type, data }: RecordedEvent): string | undefined {
  if (type === 'AccountErased') return data.userId
  return type === 'VehicleRemoved' ? driverKey(data.vehicleId) : undefined
}

interface Compared {
  census: Census
  known: KnownPeople | undefined
  log: InLog
  /** Of all in the census. */
  names: ReadonlySet<string>
}

async function missingFrom({ store, vault }: Ports, { census, known, log, names }: Compared): Promise<string[]> {
  const there = new Set([...census.living, ...census.erased])
  const gone = new Set([...(known?.living ?? [])].filter((name) => !names.has(name)))
  // The note has no ids: the log does.
  const all = gone.size > 0 ? await read(store, START) : log
  const candidates = [...all.people].filter((id) => !there.has(id) && !all.erased.has(id))
  // They may have come after the vault was counted.
  const [living, erased] = await Promise.all([vault.findPersonKeys(candidates), vault.erasedAmong(candidates)])
  return candidates.filter((id) => !living.has(id) && !erased.has(id))
}

async function otherKeys(
  { vault }: Ports,
  { installationKeys }: Census,
  known: KnownPeople | undefined,
  hasPeople: boolean,
): Promise<string[]> {
  const there = new Set(installationKeys)
  if (!known) return hasPeople && !there.has(IDENTITIES) ? [IDENTITIES] : []
  const other: string[] = []
  for (const [name, fingerprint] of known.keys)
    if (!there.has(name) || fingerprintOf(await vault.installationKey(name)) !== fingerprint) other.push(name)
  return other
}

export const RESTORE = 'Restore log and vault from one backup.'
const ACCEPT = 'npm run repair -- --accept'
const MOST_NAMED = 3

function people(ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED).join(', ')
  return `${figure(ids.length)} ${ids.length === 1 ? 'person' : 'people'} (${named}${ids.length > MOST_NAMED ? ', …' : ''})`
}

/** Says what differs, a sentence each; nothing where nothing does. */
export function sentencesOf({ missing, erased, listed, keys, isAltered }: Differences): string[] {
  return [
    keys.length > 0 &&
      `The vault lacks keys of the installation that it had, or has others in their place: ${keys.join(', ')}.`,
    missing.length > 0 && `The vault lacks the key of ${people(missing)} in the log.`,
    erased.length > 0 && `The vault has erased ${people(erased)} whom the log has not.`,
    listed.length > 0 &&
      `The file ‘erased’ beside the vault names ${people(listed)} whom neither the vault nor the log has erased: if nobody was to be erased, remove the line.`,
    isAltered && "The vault's note of the people in it was altered.",
  ].filter((sentence) => sentence !== false)
}

/** Whether the differences can be accepted; nobody could sign in without the key that names are made with. */
export const isAcceptable = ({ keys }: Differences): boolean => !keys.includes(IDENTITIES)

/** Throws where vault and log differ in a way that no restore explains. To be called before a key of the installation is made. */
export async function checkVault({ dataDir, ...ports }: Ports & { dataDir: string }): Promise<Followed> {
  const followed = await followVault(ports, { isRestored: readRestoredNote(dataDir) !== undefined })
  const sentences = sentencesOf(followed.differences)
  if (sentences.length === 0) return followed
  const accept = isAcceptable(followed.differences)
    ? ` To go on without what is missing, and erase whom it names as erased: ${ACCEPT}`
    : ''
  throw new Error(`${sentences.join(' ')} ${RESTORE}${accept}`)
}
