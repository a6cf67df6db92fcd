/** The vault port: the one store where deleting really deletes. Keys, password hashes and the hashes of links live here only. */

import type { Access } from './access.ts'

/** What signing in needs of a person. */
export interface Credentials {
  /** Argon2id, in PHC string form. */
  passwordHash: string
  /** Grows with each change that must end all sessions; a token carries the one it was made under. */
  sessionVersion: number
}

/** What a mailed link is good for: it resets a password, or confirms an email. */
export type LinkKind = 'reset' | 'confirmation'

/** Who and what is in a vault. */
export interface Census {
  /** Ids of those with a key. */
  living: string[]
  erased: string[]
  /** Names. */
  installationKeys: string[]
}

/** What takes the place of a link that is taken. */
export interface LinkLeft {
  hash: string
  expiresAt: number
}

/**
 * Secrets by person. The rules are numbered; the conformance suite quotes them.
 *
 * - VA1 `personKey` makes a person's 32-byte key once, whoever asks first, and then gives that one.
 * - VA2 `findPersonKeys` gives the keys of those who have one; it never makes any.
 * - VA3 After `erase` there is neither key nor credentials nor link of that person, on disk either
 *       (no copy stays in free pages or side files), and `personKey` makes no new one: it rejects with PersonErased.
 * - VA4 `setPassword` stores a hash and counts the session version up by one; the first time it is 1.
 *       With `ifVersion` it does so only at that version, and says whether it did. When it did, the person's reset
 *       links are void.
 * - VA5 `installationKey(name)` makes a 32-byte key for the installation once and then gives that one.
 * - VA6 A link's hash is stored by its kind, with its owner and expiry. Before the expiry `findLink` gives the owner, as often
 *       as it is asked, and `takeLink` gives them once: a second take, and any other link of that kind and person after a
 *       successful take, gives undefined. Links of one kind never void those of another. What `left` names is a link in its place
 *       from the same moment on.
 * - VA7 All of it survives a restart.
 * - VA8 `endSessions` counts the session version of somebody who has a password up by one and leaves the password alone;
 *       for anybody else it changes nothing.
 * - VA9 Keys and password hashes lie wrapped under the key file's first key, each bound to its place; a vault of before, or
 *       under an earlier key of the file, is wrapped anew when it is opened. What can't be unwrapped rejects with
 *       VaultDamaged; in `findPersonKeys` it is an empty key, with which nothing opens, so that the others are found.
 * - VA10 `setNote` keeps a small text of the installation, no secret; `note` gives it. `isEmpty` says whether the vault
 *       knows nobody, nor anybody erased, and `erasedAmong` who of those asked was erased.
 * - VA11 `census` gives the ids of all who have a key and of all who were erased, and the names of the installation's keys.
 *       `listedErased` gives those whom a list beside the vault names as erased and who are in the vault all the same: it is for
 *       the caller to say whether they are to be erased. A vault without such a list gives nobody.
 */
export interface Vault extends Access {
  personKey(personId: string): Promise<Uint8Array>
  findPersonKeys(personIds: readonly string[]): Promise<Map<string, Uint8Array>>
  erase(personId: string): Promise<void>
  credentials(personId: string): Promise<Credentials | undefined>
  setPassword(personId: string, passwordHash: string, ifVersion?: number): Promise<boolean>
  endSessions(personId: string): Promise<void>
  installationKey(name: string): Promise<Uint8Array>
  saveLink(kind: LinkKind, hash: string, personId: string, expiresAt: number): Promise<void>
  findLink(kind: LinkKind, hash: string, now: number): Promise<string | undefined>
  takeLink(kind: LinkKind, hash: string, now: number, left?: LinkLeft): Promise<string | undefined>
  note(name: string): Promise<string | undefined>
  setNote(name: string, text: string): Promise<void>
  isEmpty(): Promise<boolean>
  erasedAmong(personIds: readonly string[]): Promise<Set<string>>
  census(): Promise<Census>
  listedErased(): Promise<string[]>
  close(): Promise<void>
}

/** The person was erased: nothing of theirs can be sealed or opened any more. */
export class PersonErased extends Error {
  constructor(personId: string) {
    super(`person ${personId} was erased`)
    this.name = 'PersonErased'
  }
}

/** A secret of the vault is not what was put there, or the key that wraps it is not here. */
export class VaultDamaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'VaultDamaged'
  }
}

/** What `findPersonKeys` gives for a key that can't be unwrapped. */
export const DAMAGED_KEY = new Uint8Array()
