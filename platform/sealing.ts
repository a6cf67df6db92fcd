/** Seals personal data with a key per person, so that deleting the key erases it from the log, rows and backups at once. */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { PersonErased, type Vault } from './vault/vault.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What was opened of so many people of late is kept open: a row is told to boards several times before it rests. */
const KEPT_OPEN = 5_000
/** Random bytes are taken from the system for so many nonces at once: one by one they cost more than the cipher. */
const NONCES = 256

export interface Sealer {
  /** Encrypts a JSON value under the person's key (made when there is none). Rejects with PersonErased. */
  seal(personId: string, value: object): Promise<string>
  /** Decrypts many at once: the values in the order asked, undefined for those whose person was erased. */
  open<T extends object>(sealed: readonly { personId: string; sealed: string }[]): Promise<(T | undefined)[]>
  /** Drops the person's key, and what was opened with it, from this process for good, even where the vault still has it. */
  forget(personId: string): void
}

/** AES-256-GCM over the vault's keys; text form is base64url(nonce ‖ ciphertext ‖ tag). */
export function createSealer(vault: Vault): Sealer {
  const keys = new LRUCache<string, KeyObject>({ max: 100_000 })
  const kept = new LRUCache<string, { sealed: string; value: object }>({ max: KEPT_OPEN })
  /** Another process may erase the key later than this one hears of it; until then it must not be taken up again. */
  const forgotten = new Set<string>()

  function keep(personId: string, bytes: Uint8Array): KeyObject {
    const key = createSecretKey(bytes)
    if (!forgotten.has(personId)) keys.set(personId, key)
    return key
  }

  async function loadKeys(personIds: readonly string[]): Promise<void> {
    const missing = [...new Set(personIds)].filter((id) => !keys.has(id) && !forgotten.has(id))
    if (missing.length === 0) return
    for (const [id, key] of await vault.findPersonKeys(missing)) keep(id, key)
  }

  function openOnce(key: KeyObject, { personId, sealed }: { personId: string; sealed: string }): object {
    const known = kept.get(personId)
    if (known?.sealed === sealed) return known.value
    const value = openOne(key, sealed)
    kept.set(personId, { sealed, value })
    return value
  }

  return {
    async seal(personId, value) {
      if (forgotten.has(personId)) throw new PersonErased(personId)
      const key = keys.get(personId) ?? keep(personId, await vault.personKey(personId))
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const ciphertext = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]
      return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]).toString('base64url')
    },

    async open<T extends object>(sealed: readonly { personId: string; sealed: string }[]) {
      await loadKeys(sealed.map((one) => one.personId))
      return sealed.map((one) => {
        const key = keys.get(one.personId)
        return key && (openOnce(key, one) as T)
      })
    },

    forget(personId) {
      forgotten.add(personId)
      keys.delete(personId)
      kept.delete(personId)
    },
  }
}

let pool = new Uint8Array()

function nextNonce(): Uint8Array {
  if (pool.length === 0) pool = randomBytes(NONCE_BYTES * NONCES)
  const nonce = pool.subarray(0, NONCE_BYTES)
  pool = pool.subarray(NONCE_BYTES)
  return nonce
}

function openOne(key: KeyObject, sealed: string): object {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  return JSON.parse(text)
}
