/** The documents of the MongoDB vault that hold secrets. */
import type { AccessParts } from './mongodb-access.ts'

/** `key` and `passwordHash` are wrapped; a vault of before has bare ones. */
export interface Person extends AccessParts {
  _id: string
  key?: string | Uint8Array
  passwordHash?: string
  sessionVersion?: number
  tokens?: { hash: string; expiresAt: number }[]
  /** Stays behind, so that no new key is ever made. */
  erased?: true
}

export interface InstallationKey {
  _id: string
  key: string | Uint8Array
}
