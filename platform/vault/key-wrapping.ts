/**
 * Wraps (encrypts) the vault's secrets with a key stored elsewhere.
 * The vault's file alone allows neither reading nor inserting secrets.
 * A wrapped secret is `v1.<key id>.<base64url>`, bound to its place.
 * The key file has 32 bytes in base64 per line, the present key first.
 */

import { createSecretKey, hash, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder, PRIVATE_MODES } from '../private-files.ts'
import { decrypt, encrypt } from '../sealing.ts'
import { VaultDamaged } from './vault.ts'

const KEY_BYTES = 32
const WRAPPED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/

export interface KeyWrapping {
  /** Prefix of every secret that is wrapped with the current key. */
  readonly prefix: string
  wrap(secret: Uint8Array, secretLocation: string): string
  /**
   * Decrypts (unwraps) a stored secret.
   * Throws VaultDamaged if the secret is not wrapped, was changed or moved, or its key is missing.
   */
  unwrap(stored: unknown, secretLocation: string): Uint8Array
}

/**
 * Names of the places where secrets are stored.
 * An encrypted secret is valid only in the place for which it was encrypted.
 */
export const secretLocation = {
  personKey: (personId: string) => `key of ${personId}`,
  password: (personId: string) => `password of ${personId}`,
  installationKey: (name: string) => `installation key ${name}`,
}

/**
 * Returns a key wrapping.
 * It encrypts with the first key, and decrypts with any of the keys.
 */
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
        // Copies the bytes, because small buffers of Node.js share memory.
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

/**
 * Opens the encryption of the vault's secrets with the keys in the file.
 * Creates a missing file if no secret is encrypted yet.
 * Throws if secrets are encrypted (`isWrapped`), because a new key could not decrypt them.
 */
export function openKeyFile(file: string, isWrapped: boolean): KeyWrapping {
  const text = readKeyFile(file)
  if (text !== undefined) return createKeyWrapping(parseKeyFile(file, text))
  if (isWrapped)
    throw new Error(
      `The vault's key file ${file} is missing. Without it no personal data and no password can be read. Put it back, or set VAULT_KEY_FILE to its path.`,
    )
  createKeyFile(file)
  return openKeyFile(file, true)
}

export const createWrongKeyFileError = (file: string) => `The vault's key file ${file} does not belong to this vault.`

/** Returns a new line of the key file: a random key in base64. */
export const createKeyLine = () => `${randomBytes(KEY_BYTES).toString('base64')}\n`

function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`The vault's key file ${file} can't be read: ${(error as Error).message}.`, { cause: error })
  }
}

function parseKeyFile(file: string, text: string): [Uint8Array, ...Uint8Array[]] {
  const [first, ...earlier] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => new Uint8Array(Buffer.from(line, 'base64')))
  if (!first || [first, ...earlier].some(({ length }) => length !== KEY_BYTES))
    throw new Error(`The vault's key file ${file} is wrong: each line must be ${KEY_BYTES} bytes in base64.`)
  return [first, ...earlier]
}

/**
 * Creates the key file atomically.
 * If two processes create it at once, both use the file of the first.
 */
function createKeyFile(file: string): void {
  makeFolder(path.dirname(file))
  const growing = `${file}.${randomUUID()}`
  try {
    writeFileSync(growing, createKeyLine(), { flag: 'wx', mode: PRIVATE_MODES.file, flush: true })
    linkSync(growing, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(growing, { force: true })
  }
}
