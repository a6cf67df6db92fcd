/**
 * Vault port: the only store in which data can be deleted for good.
 * Only the vault has keys, password hashes and link hashes.
 * One part of it stores sessions, second factors and push devices.
 */

import type { UsageCountStore } from './counts.ts'

/** Data of a person for signing in. */
export interface Credentials {
  /** Hash of the password (Argon2id, in PHC string form). */
  passwordHash: string
  /**
   * Number that is incremented when all sessions of the person end.
   * A token contains the number that was valid when the token was created.
   */
  sessionVersion: number
}

/** Purpose of a mailed link or SMS code: new password, email confirmation, phone proof. */
export const ACCOUNT_LINK_KINDS = ['reset', 'confirmation', 'phone'] as const
export type LinkKind = (typeof ACCOUNT_LINK_KINDS)[number]

/** Ids of all persons, and names of all installation keys, in a vault. */
export interface VaultIds {
  /** Ids of persons with a key. */
  living: string[]
  erased: string[]
  installationKeys: string[]
}

/** New link that replaces a used link in the same write. */
export interface ReplacementLink {
  hash: string
  expiresAt: number
}

/**
 * Stores secrets by person.
 * The rules are numbered; the conformance suite quotes them.
 *
 * - VA1 `personKey` creates a person's 32-byte key on the first call, then returns that one.
 * - VA2 `findPersonKeys` returns existing keys; it never creates one.
 * - VA3 After `erase` no key, credentials or link of that person remain, not even on disk
 *       (free pages or side files).
 * `personKey` then rejects with PersonErased.
 * - VA4 `setPassword` stores a hash and increments the session version, which starts at 1.
 *       With `ifVersion` it does so only at that version, and returns whether it did.
 * Then the person's reset
 *       links are void.
 * - VA5 `installationKey(name)` creates a 32-byte key of the installation once, then returns that one.
 * - VA6 A link's hash is stored by kind, with owner and expiry.
 * Before the expiry `findLink` returns the owner on every
 *       call, `takeLink` only once.
 * A take also voids the person's other links of that kind, but not of other kinds.
 *       `left` is a link that replaces them atomically.
 * - VA7 All data survives a restart.
 * - VA8 `endSessions` increments the session version of a person with a password and keeps the password;
 *       for others it changes nothing.
 * - VA9 Keys and password hashes are wrapped with the key file's first key, each bound to its place.
 * Opening rewraps an
 *       older vault, or one under an earlier key of the file.
 * A damaged secret rejects with VaultDamaged.
 *       `findPersonKeys` returns an empty key for it, which opens nothing, so the others are still found.
 * - VA10 `setNote` stores a small text of the installation, not a secret; `note` returns it.
 * `isEmpty` is true if the vault has
 *       no person, not even an erased one.
 * `erasedAmong` returns the erased ones of the given ids.
 * - VA11 `census` returns the ids of persons with a key, of erased persons, and the names of the installation's keys.
 *       `listedErased` returns persons in the vault whom the list beside it names as erased.
 * The caller decides
 *       whether to erase them.
 * A vault without a list returns none.
 * - VA12 `countUp` counts a use of a key and returns the count, which begins again after the given time.
 * All processes
 *       count together.
 * `countDown` takes one back.
 * `counted` returns the uses so far.
 * A clock that was ahead makes no time
 *       longer.
 * A power cut may lose the newest counts.
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

/** Thrown for an erased person, whose data can't be encrypted any more. */
export class PersonErased extends Error {
  readonly personId: string
  constructor(personId: string) {
    super(`person ${personId} was erased`)
    this.name = 'PersonErased'
    this.personId = personId
  }
}

/** Thrown if a secret was changed or its wrapping key is missing. */
export class VaultDamaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'VaultDamaged'
  }
}

/** Result of `findPersonKeys` for a key that can't be unwrapped. */
export const DAMAGED_KEY = new Uint8Array()

/**
 * Session of an account, as its owner sees it.
 * The sign-in token contains the session's id.
 */
export interface SessionRecord {
  id: string
  /** Browser and system at the start of the session, in words. */
  device: string
  /** Start of the session, in epoch ms. */
  since: number
  /** Approximate time of the session's last use, in epoch ms. */
  seenAt: number
  expiresAt: number
}

export interface SecondFactor {
  /** Secret of the second factor, encrypted with its owner's key. */
  sealed: string
  /**
   * Whether the second factor is required.
   * The owner's first code activates it.
   */
  active: boolean
  /** Count of unused recovery codes. */
  recoveryCodes: number
}

/** Browser that receives push messages. */
export interface DeviceRecord {
  /** Id of the browser, the same for every user of it. */
  id: string
  /** Push address and keys, encrypted with the owner's key. */
  sealed: string
}

/**
 * Limit of sessions per person.
 * A further one ends the oldest.
 */
export const MAX_SESSIONS_PER_PERSON = 20
/**
 * Longest normal lead of a session's start, in ms.
 * A longer lead comes from a clock that was ahead.
 * Tokens of such sessions are not valid yet.
 */
export const SESSION_LEAD_LIMIT_MS = 3_600_000
/**
 * Longest normal lead of a used code, in steps.
 * A longer lead comes from a clock that was ahead.
 * It must exceed the accepted window of codes.
 */
export const CODE_LEAD_LIMIT_STEPS = 10

/**
 * Stores access data.
 * The rules are numbered; the conformance suite quotes them.
 *
 * - VB1 `openSession` stores a session; `sessionVersion` returns its owner's session version while it lives, then
 *       undefined.
 * Above MAX_SESSIONS_PER_PERSON the oldest end.
 * Sessions that start more than SESSION_LEAD_LIMIT_MS after the new one end too.
 * - VB2 `sessions` lists unexpired sessions, newest first.
 * - VB3 `endSession` ends one and returns whether it existed; `endOtherSessions` ends all but one and returns their
 *       ids.
 * Sessions of other people never change.
 * - VB4 `seenSession` updates the last use of a living session and opens none.
 * A power cut may lose the update, because
 *       requests do not wait for the disk.
 * - VB5 `setPassword`, `endSessions` and `erase` end every session of the person.
 * - VB6 `saveSecondFactor` stores an inactive secret and replaces an inactive one.
 * With an active one it changes
 *       nothing and returns false.
 * `activateSecondFactor` activates it with the hashes of its recovery codes.
 * - VB7 `spendCode` accepts each time step once, and none before a used one; `spendRecoveryCode` accepts each code once.
 * A used step that leads by more than CODE_LEAD_LIMIT_STEPS does not count.
 * - VB8 `erase` and `dropSecondFactor` delete a second factor completely.
 * Nothing is stored for an erased person:
 *       such calls reject with PersonErased.
 * - VB9 `keepDevice` stores a device for a living session and returns true; otherwise it changes nothing.
 * A session has
 *       one device and a device one owner: earlier entries of either are deleted.
 * Above MAX_SESSIONS_PER_PERSON the oldest
 *       are deleted.
 * - VB10 `devices` lists a person's devices, oldest first; `dropDevice` deletes one and returns whether it existed.
 * - VB11 Ending a session on purpose (`endSession`, `endOtherSessions`, VB5) deletes its device, and erasure deletes
 *       all.
 * An expired session keeps its device.
 */
export interface SignInAccessStore {
  openSession(personId: string, session: SessionRecord): Promise<void>
  sessionVersion(personId: string, sessionId: string): Promise<number | undefined>
  sessions(personId: string, now: number): Promise<SessionRecord[]>
  endSession(personId: string, sessionId: string): Promise<boolean>
  endOtherSessions(personId: string, sessionId: string): Promise<string[]>
  seenSession(personId: string, sessionId: string, at: number): Promise<void>
  secondFactor(personId: string): Promise<SecondFactor | undefined>
  saveSecondFactor(personId: string, sealed: string): Promise<boolean>
  activateSecondFactor(personId: string, recoveryHashes: readonly string[]): Promise<boolean>
  spendCode(personId: string, step: number): Promise<boolean>
  spendRecoveryCode(personId: string, hash: string): Promise<boolean>
  dropSecondFactor(personId: string): Promise<void>
  keepDevice(personId: string, sessionId: string, device: DeviceRecord): Promise<boolean>
  devices(personId: string): Promise<DeviceRecord[]>
  dropDevice(personId: string, deviceId: string): Promise<boolean>
}
