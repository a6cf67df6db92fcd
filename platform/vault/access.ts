/** Part of the vault port: sessions, second factors and push devices. */

/** Session as its owner sees it. The session's token contains the id. */
export interface SessionRecord {
  id: string
  /** Browser and system at the start of the session, in words. */
  device: string
  /** Start, in epoch ms, like the times below. */
  since: number
  /** Approximate time of last use, in epoch ms. */
  seenAt: number
  expiresAt: number
}

export interface SecondFactor {
  /** Secret of the second factor, encrypted with its owner's key. */
  sealed: string
  /** Whether the second factor is required. It becomes active when the owner enters a first code. */
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
export const SESSION_LIMIT = 20

/**
 * Stores access data. The rules are numbered; the conformance suite quotes them.
 *
 * - VB1 `openSession` stores a session; `sessionVersion` returns its owner's session version while it lives, then
 *       undefined. Above SESSION_LIMIT the oldest end.
 * - VB2 `sessions` lists unexpired sessions, newest first.
 * - VB3 `endSession` ends one and returns whether it existed; `endOtherSessions` ends all but one and returns their
 *       ids. Sessions of other people never change.
 * - VB4 `seenSession` updates the last use of a living session and opens none. A power cut may lose the update, because
 *       requests do not wait for the disk.
 * - VB5 `setPassword`, `endSessions` and `erase` end every session of the person.
 * - VB6 `saveSecondFactor` stores an inactive secret and replaces an inactive one. With an active one it changes
 *       nothing and returns false. `activateSecondFactor` activates it with the hashes of its recovery codes.
 * - VB7 `spendCode` accepts each time step once, and none before a used one; `spendRecoveryCode` accepts each code once.
 * - VB8 `erase` and `dropSecondFactor` delete a second factor completely. Nothing is stored for an erased person:
 *       such calls reject with PersonErased.
 * - VB9 `keepDevice` stores a device for a living session and returns true; otherwise it changes nothing. A session has
 *       one device and a device one owner: earlier entries of either are deleted. Above SESSION_LIMIT the oldest
 *       are deleted.
 * - VB10 `devices` lists a person's devices, oldest first; `dropDevice` deletes one and returns whether it existed.
 * - VB11 Ending a session on purpose (`endSession`, `endOtherSessions`, VB5) deletes its device, and erasure deletes
 *       all. An expired session keeps its device.
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
