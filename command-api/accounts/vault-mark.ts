/**
 * The vault's mark: its read position in the log, and its people and keys at that time.
 * The mark is signed with a vault key and bound to a log event.
 * This reveals missing or added rows.
 */
import { createHmac, hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { asPosition, type EventStore, type LoggedEvent, type Position } from '#platform/event-store/event-store.ts'
import type { Vault } from '#platform/vault/vault.ts'

const NOTE = 'erased-up-to'
/** The installation's first key; the log contains its fingerprint. */
const KEY = 'installation'

interface Ports {
  store: Pick<EventStore, 'readStream'>
  vault: Pick<Vault, 'note' | 'setNote' | 'installationKey'>
}

const Noted = z.object({
  /** Last log event that the vault has processed. */
  position: z.number(),
  stream: z.string(),
  revision: z.int(),
  id: z.string(),
  people: z
    .object({
      /** Short hashes of ids, in order. */
      living: z.array(z.string()),
      erased: z.array(z.string()),
      /** Fingerprints by name. */
      keys: z.record(z.string(), z.string()),
      signature: z.string(),
    })
    .optional(),
})
type Noted = z.infer<typeof Noted>

export interface VaultMark {
  position: Position
  stream: string
  revision: number
  id: string
}

/** People by `nameOf`. */
export interface KnownPeople {
  living: Set<string>
  erased: Set<string>
  /** Fingerprints by name. */
  keys: Map<string, string>
}

/**
 * Returns a function that maps ids to short names.
 * They are deterministic and need the vault's key.
 */
export async function createNaming({ vault }: Pick<Ports, 'vault'>): Promise<(id: string) => string> {
  const key = Buffer.from(await vault.installationKey(KEY)).toString('base64url')
  return (id) => hash('sha256', `people\n${key}\n${id}`, 'base64url').slice(0, 12)
}

export const fingerprintOf = (key: Uint8Array): string => hash('sha256', key, 'base64url').slice(0, 22)

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

/** A damaged mark counts as none; everything is then compared with the log. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const markOf = ({ position, stream, revision, id }: Noted): VaultMark => ({
  position: asPosition(position),
  stream,
  revision,
  id,
})

/**
 * Returns the vault's mark.
 * People are undefined in older marks, and `altered` if the signature is invalid.
 */
export async function readMark(
  ports: Ports,
): Promise<{ mark?: VaultMark; people?: KnownPeople | 'altered'; isInLog: boolean }> {
  const noted = await readNote(ports)
  if (!noted) return { isInLog: false }
  const mark = markOf(noted)
  const found = { mark, isInLog: await isInLog(ports, mark) }
  if (!noted.people) return found
  const { living, erased, keys, signature } = noted.people
  if (signature !== (await signatureOf(ports, noted))) return { ...found, people: 'altered' }
  return { ...found, people: { living: new Set(living), erased: new Set(erased), keys: new Map(Object.entries(keys)) } }
}

/** Writes the log's last event and the people in one step, if they changed. */
export async function writeMark(ports: Ports, last: LoggedEvent | VaultMark, known: KnownPeople): Promise<void> {
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

/** Returns the marked event if the log lacks it. */
export async function findMissingMark(ports: {
  store: Ports['store']
  vault: Pick<Vault, 'note'>
}): Promise<VaultMark | undefined> {
  const noted = await readNote(ports as Ports)
  return noted && !(await isInLog(ports, noted)) ? markOf(noted) : undefined
}

async function isInLog(
  { store }: Pick<Ports, 'store'>,
  { position, stream, revision, id }: Noted | VaultMark,
): Promise<boolean> {
  const there = (await store.readStream(stream))[revision]
  return there?.id === id && there.position === position
}
