/**
 * A signed note in the vault: the last log event that it reflects, and hashes of its people and keys.
 * A key of the vault signs the note, so that removed or added rows are detected.
 */
import { createHmac, hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type EventStore, type LoggedEvent, type Position, toPosition } from '#platform/event-store/event-store.ts'
import type { Vault } from '#platform/vault/vault.ts'

const NOTE = 'erased-up-to'
/** The first key of the installation; the log contains its fingerprint. */
const KEY = 'installation'

interface Ports {
  store: Pick<EventStore, 'readStream'>
  vault: Pick<Vault, 'note' | 'setNote' | 'installationKey'>
}

const Noted = z.object({
  /** Position of the last log event that the vault reflects. */
  position: z.number(),
  stream: z.string(),
  revision: z.int(),
  id: z.string(),
  people: z
    .object({
      /** Short hashes of user ids, sorted. */
      living: z.array(z.string()),
      erased: z.array(z.string()),
      /** Hashes that identify the installation's keys, by the keys' names. */
      keys: z.record(z.string(), z.string()),
      signature: z.string(),
    })
    .optional(),
})
type Noted = z.infer<typeof Noted>

export interface VaultLogMark {
  position: Position
  stream: string
  revision: number
  id: string
}

/**
 * Living people, erased people and keys that the vault should contain.
 * People are identified by short hashes (see `createPersonHasher`).
 */
export interface VaultContents {
  living: Set<string>
  erased: Set<string>
  /** Fingerprints of the installation's keys, by name. */
  keys: Map<string, string>
}

/**
 * Returns a function that maps user ids to short hashes.
 * They are deterministic and keyed with a vault key.
 */
export async function createPersonHasher({ vault }: Pick<Ports, 'vault'>): Promise<(id: string) => string> {
  const key = Buffer.from(await vault.installationKey(KEY)).toString('base64url')
  return (id) => hash('sha256', `people\n${key}\n${id}`, 'base64url').slice(0, 12)
}

export const keyFingerprintOf = (key: Uint8Array): string => hash('sha256', key, 'base64url').slice(0, 22)

async function signatureOf({ vault }: Pick<Ports, 'vault'>, { people, ...mark }: Noted): Promise<string> {
  const { living = [], erased = [], keys = {} } = people ?? {}
  const signed = JSON.stringify([
    mark.position,
    mark.stream,
    mark.revision,
    mark.id,
    living,
    erased,
    Object.entries(keys),
  ])
  return createHmac('sha256', await vault.installationKey(KEY))
    .update(`vault mark\n${signed}`)
    .digest('base64url')
}

async function readNote({ vault }: Pick<Ports, 'vault'>): Promise<Noted | undefined> {
  const note = await vault.note(NOTE)
  return note === undefined ? undefined : Noted.safeParse(parse(note)).data
}

/** Returns undefined for a damaged checkpoint; the whole log is then compared. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const markOf = ({ position, stream, revision, id }: Noted): VaultLogMark => ({
  position: toPosition(position),
  stream,
  revision,
  id,
})

/**
 * Reads the vault's checkpoint: its last log event, and hashes of its people.
 * `people` is undefined in older checkpoints, 'altered' for an invalid signature.
 */
export async function readVaultLogMark(
  ports: Ports,
): Promise<{ mark?: VaultLogMark; people?: VaultContents | 'altered'; isInLog: boolean }> {
  const noted = await readNote(ports)
  if (!noted) return { isInLog: false }
  const mark = markOf(noted)
  const found = { mark, isInLog: await isInLog(ports, mark) }
  if (!noted.people) return found
  const { living, erased, keys, signature } = noted.people
  if (signature !== (await signatureOf(ports, noted))) return { ...found, people: 'altered' }
  return { ...found, people: { living: new Set(living), erased: new Set(erased), keys: new Map(Object.entries(keys)) } }
}

/**
 * Writes the vault's checkpoint in one step.
 * It contains the log's last event, the known and erased people, and their keys.
 */
export async function writeVaultLogMark(
  ports: Ports,
  last: LoggedEvent | VaultLogMark,
  known: VaultContents,
): Promise<void> {
  const { position, stream, revision, id } = last
  const people = {
    living: [...known.living].sort(),
    erased: [...known.erased].sort(),
    keys: Object.fromEntries([...known.keys].sort()),
    signature: '',
  }
  const noted: Noted = { position, stream, revision, id, people }
  people.signature = await signatureOf(ports, noted)
  if (!isDeepStrictEqual(noted, await readNote(ports))) await ports.vault.setNote(NOTE, JSON.stringify(noted))
}

/** Returns the log event that the vault's checkpoint names, if the log lacks this event. */
export async function findMarkMissingInLog(ports: {
  store: Ports['store']
  vault: Pick<Vault, 'note'>
}): Promise<VaultLogMark | undefined> {
  const noted = await readNote(ports as Ports)
  return noted && !(await isInLog(ports, noted)) ? markOf(noted) : undefined
}

async function isInLog(
  { store }: Pick<Ports, 'store'>,
  { position, stream, revision, id }: Noted | VaultLogMark,
): Promise<boolean> {
  const there = (await store.readStream(stream))[revision]
  return there?.id === id && there.position === position
}
