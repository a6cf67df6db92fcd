/** Seals personal data with a key per person, so that deleting the key erases it from the log, rows and backups at once. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decrypt, encrypt } from './aes-gcm.ts'
import type { Log } from './logging.ts'
import { PersonErased, type Vault } from './vault/vault.ts'

/** What was opened of so many people of late is kept open: a row is told to boards several times before it rests. */
const KEPT_OPEN = 5_000

/** What a text that can't be opened, or whose key is damaged, reads as: nobody's, and no reason to fail a whole list. */
export const UNREADABLE = { name: 'Unreadable', email: '' } as const

export interface Sealer {
  /** Encrypts a JSON value under the person's key (made when there is none). Rejects with PersonErased. */
  seal(personId: string, value: object): Promise<string>
  /**
   * Decrypts many at once: the values in the order asked, undefined for those whose person was erased, and
   * {@link UNREADABLE} for what is damaged, which is logged once a person.
   */
  open<T extends object>(sealed: readonly { personId: string; sealed: string }[]): Promise<(T | undefined)[]>
  /** Drops the person's key, and what was opened with it, from this process for good, even where the vault still has it. */
  forget(personId: string): void
}

/** AES-256-GCM over the vault's keys; text form is base64url(nonce ‖ ciphertext ‖ tag). */
export function createSealer(vault: Vault, log?: Pick<Log, 'error'>): Sealer {
  const keys = new LRUCache<string, KeyObject>({ max: 100_000 })
  const kept = new LRUCache<string, { sealed: string; value: object }>({ max: KEPT_OPEN })
  /** Another process may erase the key later than this one hears of it; until then it must not be taken up again. */
  const forgotten = new Set<string>()
  const damaged = new Set<string>()

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
    const value = openOne(key, personId, sealed)
    kept.set(personId, { sealed, value })
    return value
  }

  function openOne(key: KeyObject, personId: string, sealed: string): object {
    try {
      return JSON.parse(decrypt(key, Buffer.from(sealed, 'base64url')).toString('utf8'))
    } catch (error) {
      if (!damaged.has(personId)) log?.error({ err: error, personId }, 'what was sealed for a person can not be opened')
      damaged.add(personId)
      return UNREADABLE
    }
  }

  return {
    async seal(personId, value) {
      if (forgotten.has(personId)) throw new PersonErased(personId)
      const key = keys.get(personId) ?? keep(personId, await vault.personKey(personId))
      const text = JSON.stringify(value)
      const sealed = encrypt(key, Buffer.from(text)).toString('base64url')
      // What is sealed is mostly told to boards next.
      if (!forgotten.has(personId)) kept.set(personId, { sealed, value: JSON.parse(text) })
      return sealed
    },

    async open<T extends object>(sealed: readonly { personId: string; sealed: string }[]) {
      await loadKeys(sealed.map((entry) => entry.personId))
      return sealed.map((entry) => {
        const key = keys.get(entry.personId)
        return key && (openOnce(key, entry) as T)
      })
    },

    forget(personId) {
      forgotten.add(personId)
      keys.delete(personId)
      kept.delete(personId)
    },
  }
}
