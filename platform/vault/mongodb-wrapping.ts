/**
 * Rewraps a MongoDB vault with the present key.
 * Several processes may do so at once, since each update only replaces the value it read.
 */
import type { Collection, Filter } from 'mongodb'
import { wrongKeyFileError } from './key-file.ts'
import type { InstallationKey, PersonDocument } from './mongodb-documents.ts'
import { type KeyWrapping, secretLocation, unwrapSecretOr } from './wrapping.ts'

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
 * Rewraps all secrets with the present key.
 * Accepts unwrapped secrets only until a key of the installation is wrapped.
 * Throws an error with advice if the keys decrypt nothing.
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
  if (all.length > 0 && !all.some(opens)) throw new Error(wrongKeyFileError(keyFile))

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
  // Wrap the installation's keys last.
  // Until one of them is wrapped, a start after an interruption still accepts the other unwrapped secrets.
  for (const { _id, key } of await keys.find({ key: stale } as Filter<InstallationKey>).toArray()) {
    const wrapped = anew(key, secretLocation.installationKey(_id))
    if (wrapped) await keys.updateOne({ _id, key }, { $set: { key: wrapped } })
  }
}
