/**
 * Vault port: the only store in which deletion is final, and the only one with keys, password hashes and link hashes.
 */

import type { SignInAccessStore } from './access.ts'
import type { UsageCountStore } from './counts.ts'

/** Data of a person for signing in. */
export interface Credentials {
  /** Argon2id, in PHC string form. */
  passwordHash: string
  /** Incremented by each change that ends all sessions. A token contains the version at its creation. */
  sessionVersion: number
}

/** Purpose of a mailed link or of a code sent by SMS: reset a password, confirm an email, or prove a phone number. */
export const LINK_KINDS = ['reset', 'confirmation', 'phone'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** Ids of persons and names of keys in a vault. */
export interface VaultIds {
  /** Ids of persons with a key. */
  living: string[]
  erased: string[]
  installationKeys: string[]
}

/** New link that is stored when a link is used. */
export interface ReplacementLink {
  hash: string
  expiresAt: number
}

/**
 * Stores secrets by person. The rules are numbered; the conformance suite quotes them.
 *
 * - VA1 `personKey` creates a person's 32-byte key on the first call, then returns that one.
 * - VA2 `findPersonKeys` returns existing keys; it never creates one.
 * - VA3 After `erase` no key, credentials or link of that person remain, not even on disk
 *       (free pages or side files). `personKey` then rejects with PersonErased.
 * - VA4 `setPassword` stores a hash and increments the session version, which starts at 1.
 *       With `ifVersion` it does so only at that version, and returns whether it did. Then the person's reset
 *       links are void.
 * - VA5 `installationKey(name)` creates a 32-byte key of the installation once, then returns that one.
 * - VA6 A link's hash is stored by kind, with owner and expiry. Before the expiry `findLink` returns the owner on every
 *       call, `takeLink` only once. A take also voids the person's other links of that kind, but not of other kinds.
 *       `left` is a link that replaces them atomically.
 * - VA7 All data survives a restart.
 * - VA8 `endSessions` increments the session version of a person with a password and keeps the password;
 *       for others it changes nothing.
 * - VA9 Keys and password hashes are wrapped with the key file's first key, each bound to its place. Opening rewraps an
 *       older vault, or one under an earlier key of the file. A damaged secret rejects with VaultDamaged.
 *       `findPersonKeys` returns an empty key for it, which opens nothing, so the others are still found.
 * - VA10 `setNote` stores a small text of the installation, not a secret; `note` returns it. `isEmpty` is true if the vault has
 *       no person, not even an erased one. `erasedAmong` returns the erased ones of the given ids.
 * - VA11 `census` returns the ids of persons with a key, of erased persons, and the names of the installation's keys.
 *       `listedErased` returns persons in the vault whom the list beside it names as erased. The caller decides
 *       whether to erase them. A vault without a list returns none.
 * - VA12 `countUp` counts a use of a key and returns the count, which begins again after the given time. All processes
 *       count together. `countDown` takes one back. `counted` returns the uses so far. A clock that was ahead makes no time
 *       longer. A power cut may lose the newest counts.
 */
export interface Vault extends SignInAccessStore, UsageCountStore {
  personKey(personId: string): Promise<Uint8Array>
  findPersonKeys(personIds: readonly string[]): Promise<Map<string, Uint8Array>>
  erase(personId: string): Promise<void>
  credentials(personId: string): Promise<Credentials | undefined>
  setPassword(personId: string, passwordHash: string, ifVersion?: number): Promise<boolean>
  endSessions(personId: string): Promise<void>
  installationKey(name: string): Promise<Uint8Array>
  saveLink(kind: LinkKind, hash: string, personId: string, expiresAt: number): Promise<void>
  findLink(kind: LinkKind, hash: string, now: number): Promise<string | undefined>
  takeLink(kind: LinkKind, hash: string, now: number, left?: ReplacementLink): Promise<string | undefined>
  note(name: string): Promise<string | undefined>
  setNote(name: string, text: string): Promise<void>
  isEmpty(): Promise<boolean>
  erasedAmong(personIds: readonly string[]): Promise<Set<string>>
  census(): Promise<VaultIds>
  listedErased(): Promise<string[]>
  close(): Promise<void>
}

/** Thrown for an erased person, whose data can't be encrypted or decrypted any more. */
export class PersonErased extends Error {
  constructor(personId: string) {
    super(`person ${personId} was erased`)
    this.name = 'PersonErased'
  }
}

/** Thrown if a secret of the vault was changed or its wrapping key is missing. */
export class VaultDamaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'VaultDamaged'
  }
}

/** Result of `findPersonKeys` for a key that can't be unwrapped. */
export const DAMAGED_KEY = new Uint8Array()
