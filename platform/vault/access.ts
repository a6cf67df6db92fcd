/** What the vault keeps of how people get in: their sessions and second factors. */

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
 * - VB4 `seenSession` moves the time that a living session was last used; it opens none.
 * - VB5 `setPassword`, `endSessions` and `erase` end every session of the person.
 * - VB6 `saveSecondFactor` keeps a secret that is not active, in place of any that is not active either; with an active one it
 *       changes nothing and says so. `activateSecondFactor` makes it active with the hashes of its recovery codes.
 * - VB7 `spendCode` gives each time step once, and none before one that was used; `spendRecoveryCode` gives each code once.
 * - VB8 `erase` and `dropSecondFactor` leave nothing of a second factor; of an erased person nothing is kept any more:
 *       whatever would keep something rejects with PersonErased.
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
}
