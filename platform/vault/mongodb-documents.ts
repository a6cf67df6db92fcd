/**
 * Types of the vault's MongoDB documents, which contain secrets, and of their updates.
 * Also wraps the secrets again with the present key.
 */

import type { Collection, Filter, UpdateFilter } from 'mongodb'
import { createWrongKeyFileError, type KeyWrapping, secretLocation, unwrapSecretOr } from './key-wrapping.ts'
import type { DeviceRecord, SessionRecord } from './vault.ts'

type Links = { hash: string; expiresAt: number }[]

/**
 * Document of a person.
 * `key` and `passwordHash` are wrapped; older vaults store them unwrapped.
 */
export interface PersonDocument {
  _id: string
  key?: string | Uint8Array
  passwordHash?: string
  sessionVersion?: number
  /** Sessions by id, so each can change alone. */
  sessions?: Record<string, Omit<SessionRecord, 'id'>>
  secondFactor?: { sealed: string; active?: true; lastStep: number; recovery?: string[] }
  /** Devices known for sign-in, in the order in which they were added. */
  devices?: (DeviceRecord & { session: string })[]
  /** Password reset links. */
  tokens?: Links
  confirmations?: Links
  phoneCodes?: Links
  /**
   * Set after the person was erased.
   * The document remains, so that no new key can be created for the person.
   */
  erased?: true
}

export interface InstallationKey {
  _id: string
  key: string | Uint8Array
}

/** Fields of a person that change independently of the encryption key. */
type PersonFields = Pick<
  PersonDocument,
  'sessions' | 'secondFactor' | 'devices' | 'tokens' | 'confirmations' | 'phoneCodes'
>

/**
 * Changes the vault's document of a person, if it meets `condition`.
 * Does not change the document of an erased person.
 * Creates the document if it is missing.
 */
export type PersonDocumentUpdater = (
  personId: string,
  condition: Filter<PersonFields>,
  update: UpdateFilter<PersonFields>,
  /** If false, a missing document is not created. */
  upsert?: boolean,
) => Promise<boolean>

type Persons = Collection<PersonDocument>
type InstallationKeys = Collection<InstallationKey>
type Secret = string | Uint8Array

const WRAPPED = /^v1\./

/** Whether any secret is wrapped. */
export async function hasWrappedSecrets(persons: Persons, keys: InstallationKeys): Promise<boolean> {
  const wrapped = { key: { $regex: WRAPPED } }
  return Boolean((await keys.findOne(wrapped)) ?? (await persons.findOne(wrapped)))
}

/**
 * Wraps all secrets again, with the present key.
 * Parallel calls are safe: each update only replaces the value that it read.
 * Accepts unwrapped secrets as long as no installation key is wrapped.
 * Throws an error with advice if none of the keys decrypts the secrets.
 */
export async function rewrapSecrets(
  persons: Persons,
  keys: InstallationKeys,
  wrapping: KeyWrapping,
  keyFile: string,
): Promise<void> {
  const all = await keys.find({ key: { $regex: WRAPPED } }).toArray()
  const opens = ({ _id, key }: InstallationKey) =>
    unwrapSecretOr(undefined, () => wrapping.unwrap(key, secretLocation.installationKey(_id))) !== undefined
  if (all.length > 0 && !all.some(opens)) throw new Error(createWrongKeyFileError(keyFile))

  const bare = all.length === 0
  const anew = (secret: Secret, at: string): string | undefined => {
    const isBare = typeof secret !== 'string' || !WRAPPED.test(secret)
    if (isBare && bare) return wrapping.wrap(Buffer.from(secret as Uint8Array), at)
    const found = unwrapSecretOr(undefined, () => wrapping.unwrap(secret, at))
    return found && wrapping.wrap(found, at)
  }
  const stale = { $exists: true, $not: new RegExp(`^${wrapping.prefix.replaceAll('.', '\\.')}`) }
  for (const { _id, key } of await persons.find({ key: stale } as Filter<PersonDocument>).toArray()) {
    const wrapped = key && anew(key, secretLocation.personKey(_id))
    if (wrapped) await persons.updateOne({ _id, key }, { $set: { key: wrapped } })
  }
  for (const { _id, passwordHash } of await persons.find({ passwordHash: stale } as Filter<PersonDocument>).toArray()) {
    const wrapped = passwordHash && anew(passwordHash, secretLocation.password(_id))
    if (wrapped) await persons.updateOne({ _id, passwordHash }, { $set: { passwordHash: wrapped } })
  }
  // Wraps the installation's keys last.
  // If the process is interrupted earlier, the next start still accepts unwrapped secrets.
  for (const { _id, key } of await keys.find({ key: stale } as Filter<InstallationKey>).toArray()) {
    const wrapped = anew(key, secretLocation.installationKey(_id))
    if (wrapped) await keys.updateOne({ _id, key }, { $set: { key: wrapped } })
  }
}
