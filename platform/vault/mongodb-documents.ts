/** The documents of the MongoDB vault that hold secrets, and how one is changed. */
import type { Filter, UpdateFilter } from 'mongodb'
import type { DeviceRecord, SessionRecord } from './access.ts'

type Links = { hash: string; expiresAt: number }[]

/** `key` and `passwordHash` are wrapped; a vault of before has bare ones. */
export interface Person {
  _id: string
  key?: string | Uint8Array
  passwordHash?: string
  sessionVersion?: number
  /** By id, so that one is changed without the others. */
  sessions?: Record<string, Omit<SessionRecord, 'id'>>
  secondFactor?: { sealed: string; active?: true; lastStep: number; recovery?: string[] }
  /** In the order that they were kept. */
  devices?: (DeviceRecord & { session: string })[]
  /** Links to choose a new password. */
  tokens?: Links
  confirmations?: Links
  /** Stays behind, so that no new key is ever made. */
  erased?: true
}

export interface InstallationKey {
  _id: string
  key: string | Uint8Array
}

/** What goes with a person besides the key: it may be changed by itself. */
type Parts = Pick<Person, 'sessions' | 'secondFactor' | 'devices' | 'tokens' | 'confirmations'>

/** Changes a person who is not erased and meets the condition, and makes one who is not there. */
export type Change = (
  personId: string,
  condition: Filter<Parts>,
  update: UpdateFilter<Parts>,
  /** False: one who is not there is not made. */
  upsert?: boolean,
) => Promise<boolean>
