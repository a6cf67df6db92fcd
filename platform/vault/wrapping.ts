/**
 * Wraps (encrypts) the vault's secrets with a key that can be stored elsewhere.
 * With the vault's file alone nobody can read a secret or insert one.
 * A wrapped secret is the text `v1.<key id>.<base64url>`, bound to its place.
 */
import { createSecretKey, hash, type KeyObject } from 'node:crypto'
import { decrypt, encrypt } from '../aes-gcm.ts'
import { VaultDamaged } from './vault.ts'

const WRAPPED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/

export interface KeyWrapping {
  /** Prefix of every secret that is wrapped with the present key. */
  readonly prefix: string
  wrap(secret: Uint8Array, secretLocation: string): string
  /**
   * Unwraps a secret.
   * Throws VaultDamaged if it was never wrapped, was changed, is from another place, or its key is missing.
   */
  unwrap(stored: unknown, secretLocation: string): Uint8Array
}

/** Returns the names of the places where secrets are stored. A wrapped secret is valid only at its own place. */
export const secretLocation = {
  personKey: (personId: string) => `key of ${personId}`,
  password: (personId: string) => `password of ${personId}`,
  installationKey: (name: string) => `installation key ${name}`,
}

/** Creates a wrapping. It wraps with the first key and unwraps with any of the keys. */
export function createKeyWrapping(keys: readonly [Uint8Array, ...Uint8Array[]]): KeyWrapping {
  const byId = new Map<string, KeyObject>(keys.map((key) => [idOf(key), createSecretKey(key)]))
  const prefix = `v1.${idOf(keys[0])}.`
  const present = createSecretKey(keys[0])
  return {
    prefix,
    wrap: (secret, at) => prefix + encrypt(present, secret, at).toString('base64url'),
    unwrap(stored, at) {
      const [, id = '', text = ''] = WRAPPED.exec(String(stored)) ?? []
      const key = byId.get(id)
      if (!key) throw new VaultDamaged(`The vault's ${at} can't be opened with this key file.`)
      try {
        // Copy the bytes, since small buffers share memory.
        return new Uint8Array(decrypt(key, Buffer.from(text, 'base64url'), at))
      } catch (cause) {
        throw new VaultDamaged(`The vault's ${at} is damaged.`, { cause })
      }
    },
  }
}

/** Returns the unwrapped secret, or `otherwise` if it is damaged. */
export function unwrapSecretOr<T>(otherwise: T, unwrap: () => Uint8Array): Uint8Array | T {
  try {
    return unwrap()
  } catch (error) {
    if (error instanceof VaultDamaged) return otherwise
    throw error
  }
}

const idOf = (key: Uint8Array) => hash('sha256', Buffer.concat([Buffer.from('vault key\n'), key]), 'hex').slice(0, 8)
