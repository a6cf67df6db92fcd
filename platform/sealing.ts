/**
 * Encrypts personal data with a key per person.
 * Deleting the key erases the data in log, rows and backups.
 */

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Log } from './logging.ts'
import { PersonErased, type Vault } from './vault/vault.ts'

/**
 * Maximum number of decrypted values in the cache.
 * Rows are often read again soon.
 */
const DECRYPTED_CACHE_LIMIT = 5_000

/** Name and email that replace personal data that can't be decrypted, so that a list does not fail. */
export const UNREADABLE_PERSON = { name: 'Unreadable', email: '' } as const

export interface Sealer {
  /**
   * Encrypts a JSON value with the person's key.
   * Creates a missing key.
   * Rejects with PersonErased for an erased person.
   */
  seal(personId: string, value: object): Promise<string>
  /**
   * Decrypts values in order.
   * Erased people give undefined, damaged data gives {@link UNREADABLE_PERSON}.
   * Logs damage once per person.
   */
  open<T extends object>(sealed: readonly { personId: string; sealed: string }[]): Promise<(T | undefined)[]>
  /** Removes a person's key and decrypted data from this process, not from the vault. */
  forget(personId: string): void
  /**
   * Removes all keys and decrypted data from this process.
   * They are loaded again when needed.
   */
  reload(): void
}

export interface SealerOptions {
  /**
   * Time in ms for which a key stays in memory; unlimited by default.
   * If another process erases a person, this process can decrypt the person's data only for this time.
   */
  keyLifetimeMs?: number | undefined
}

/**
 * Creates a sealer with AES-256-GCM and the vault's keys.
 * The text form is base64url(nonce ‖ ciphertext ‖ tag).
 */
export function createSealer(
  vault: Vault,
  log?: Pick<Log, 'error'>,
  { keyLifetimeMs: ttl = 0 }: SealerOptions = {},
): Sealer {
  const keys = new LRUCache<string, KeyObject>({ max: 100_000, ttl })
  const kept = new LRUCache<string, { sealed: string; value: object }>({ max: DECRYPTED_CACHE_LIMIT })
  /**
   * People whose key must not be cached again.
   * Another process may delete the key from the vault later.
   */
  const forgotten = new Set<string>()
  const damaged = new Set<string>()
  /**
   * Number of reloads.
   * A key that was requested before a reload must not be cached after it.
   */
  let reloads = 0

  function keep(personId: string, bytes: Uint8Array, requestedAt: number): KeyObject {
    const key = createSecretKey(bytes)
    if (!forgotten.has(personId) && requestedAt === reloads) keys.set(personId, key)
    return key
  }

  /**
   * Returns the encryption keys of people, by person id.
   * Takes cached keys first, so that none expires while the missing keys are loaded.
   */
  async function loadKeys(personIds: readonly string[]): Promise<Map<string, KeyObject>> {
    const found = new Map<string, KeyObject>()
    const missing = new Set<string>()
    for (const id of personIds) {
      const key = keys.get(id)
      if (key) found.set(id, key)
      else if (!forgotten.has(id)) missing.add(id)
    }
    if (missing.size === 0) return found
    const requestedAt = reloads
    for (const [id, key] of await vault.findPersonKeys([...missing])) found.set(id, keep(id, key, requestedAt))
    return found
  }

  async function createKey(personId: string): Promise<KeyObject> {
    const requestedAt = reloads
    return keep(personId, await vault.personKey(personId), requestedAt)
  }

  function openOnce(key: KeyObject, { personId, sealed }: { personId: string; sealed: string }): object {
    const known = kept.get(personId)
    if (known?.sealed === sealed) return known.value
    const value = openOne(key, personId, sealed)
    kept.set(personId, { sealed, value })
    return value
  }

  function openOne(key: KeyObject, personId: string, sealed: string): object {
    try {
      return JSON.parse(decrypt(key, Buffer.from(sealed, 'base64url')).toString('utf8'))
    } catch (error) {
      if (!damaged.has(personId)) log?.error({ err: error, personId }, 'sealed data of a person cannot be opened')
      damaged.add(personId)
      return UNREADABLE_PERSON
    }
  }

  return {
    async seal(personId, value) {
      if (forgotten.has(personId)) throw new PersonErased(personId)
      const key = keys.get(personId) ?? (await createKey(personId))
      const text = JSON.stringify(value)
      const sealed = encrypt(key, Buffer.from(text)).toString('base64url')
      // Caches the decrypted value, because newly written data is usually read soon.
      if (!forgotten.has(personId)) kept.set(personId, { sealed, value: JSON.parse(text) })
      return sealed
    },

    async open<T extends object>(sealed: readonly { personId: string; sealed: string }[]) {
      const found = await loadKeys(sealed.map((entry) => entry.personId))
      return sealed.map((entry) => {
        const key = forgotten.has(entry.personId) ? undefined : found.get(entry.personId)
        return key && (openOnce(key, entry) as T)
      })
    },

    forget(personId) {
      forgotten.add(personId)
      keys.delete(personId)
      kept.delete(personId)
    },

    reload() {
      reloads++
      keys.clear()
      kept.clear()
    },
  }
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
/**
 * Nonces per request for random bytes.
 * A request for each nonce would cost more than the cipher.
 */
const NONCES_PER_REQUEST = 256

let nonces = new Uint8Array()

function nextNonce(): Uint8Array {
  if (nonces.length === 0) nonces = randomBytes(NONCE_BYTES * NONCES_PER_REQUEST)
  const nonce = nonces.subarray(0, NONCE_BYTES)
  nonces = nonces.subarray(NONCE_BYTES)
  return nonce
}

/**
 * Encrypts bytes; the result is nonce ‖ ciphertext ‖ tag.
 * Decryption needs the same key and the same `about` text.
 */
export function encrypt(key: KeyObject, plain: Uint8Array, about = ''): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(about))
  const ciphertext = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()])
}

/**
 * Decrypts bytes.
 * `about` is additional authenticated data (AAD).
 * Throws if the bytes were changed, or if the key or `about` is not the one used for encryption.
 */
export function decrypt(key: KeyObject, bytes: Uint8Array, about = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
