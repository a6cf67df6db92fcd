/** What the vault keeps of how people get in and are reached: their sessions, second factors, and devices that take pushes. */

/** A session as its owner sees it; the token that belongs to it carries its id. */
export interface SessionRecord {
  id: string
  /** The browser and system it was begun in, in words. */
  device: string
  /** In milliseconds since 1970, like the times below. */
  since: number
  /** About when it was last used. */
  seenAt: number
  expiresAt: number
}

export interface SecondFactor {
  /** The secret, sealed under its owner's key. */
  sealed: string
  /** Until its owner has shown a code of it, it is asked of nobody. */
  active: boolean
  /** How many recovery codes are left. */
  recoveryCodes: number
}

/** A browser that takes pushes. */
export interface DeviceRecord {
  /** The same for the same browser, whoever is signed in there. */
  id: string
  /** Where and under which keys it takes them, sealed under its owner's key. */
  sealed: string
}

/** So many sessions of one person live at a time; a further one ends the one that began first. */
export const MOST_SESSIONS = 20

/**
 * Rules; the conformance suite quotes them.
 *
 * - VB1 `openSession` keeps a session; `sessionVersion` gives its owner's session version as long as it lives, undefined after.
 *       Of more than MOST_SESSIONS the oldest end.
 * - VB2 `sessions` lists those that have not expired, the newest first.
 * - VB3 `endSession` ends one and says whether it was there; `endOtherSessions` ends all but one and gives the ended ids.
 *       Another's sessions are never touched.
 * - VB4 `seenSession` moves the time that a living session was last used; it opens none. A power cut may lose it: reads and
 *       commands call it on their way, and wait for no disk.
 * - VB5 `setPassword`, `endSessions` and `erase` end every session of the person.
 * - VB6 `saveSecondFactor` keeps a secret that is not active, in place of any that is not active either; with an active one it
 *       changes nothing and says so. `activateSecondFactor` makes it active with the hashes of its recovery codes.
 * - VB7 `spendCode` gives each time step once, and none before one that was used; `spendRecoveryCode` gives each code once.
 * - VB8 `erase` and `dropSecondFactor` leave nothing of a second factor; of an erased person nothing is kept any more:
 *       whatever would keep something rejects with PersonErased.
 * - VB9 `keepDevice` keeps a device for a living session and says so; where the session does not live it changes nothing. A
 *       session has one device, and a device one owner: what was kept of either before is forgotten. Of more than
 *       MOST_SESSIONS the first kept go.
 * - VB10 `devices` lists a person's, in the order that they were kept; `dropDevice` forgets one of theirs and says whether it was there.
 * - VB11 What ends a session by intent (`endSession`, `endOtherSessions`, and VB5) forgets its device, and erasure every one; a
 *       session that ran out leaves it.
 */
export interface Access {
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
