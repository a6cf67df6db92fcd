/** Documents of the MongoDB vault that hold secrets, and the type of their changes. */
import type { Filter, UpdateFilter } from 'mongodb'
import type { DeviceRecord, SessionRecord } from './access.ts'

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
  /** Sessions by id, so that a session can change without the others. */
  sessions?: Record<string, Omit<SessionRecord, 'id'>>
  secondFactor?: { sealed: string; active?: true; lastStep: number; recovery?: string[] }
  /** Devices in the order in which they were added. */
  devices?: (DeviceRecord & { session: string })[]
  /** Password reset links. */
  tokens?: Links
  confirmations?: Links
  phoneCodes?: Links
  /** Set after erasure. The document remains, so that no new key is created. */
  erased?: true
}

export interface InstallationKey {
  _id: string
  key: string | Uint8Array
}

/** Fields of a person that change while the encryption key stays the same. */
type PersonFields = Pick<
  PersonDocument,
  'sessions' | 'secondFactor' | 'devices' | 'tokens' | 'confirmations' | 'phoneCodes'
>

/**
 * Changes the document of a person who meets the condition and is not erased.
 * Creates the document if it is missing.
 */
export type ChangePersonDocument = (
  personId: string,
  condition: Filter<PersonFields>,
  update: UpdateFilter<PersonFields>,
  /** If false, a missing document is not created. */
  upsert?: boolean,
) => Promise<boolean>
