/** Reads the key file that wraps the vault's secrets: 32 bytes in base64 per line, the present key first. */
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { makeFolder, PRIVATE_MODES } from '../private-files.ts'
import { createKeyWrapping, type KeyWrapping } from './wrapping.ts'

const KEY_BYTES = 32

/**
 * Opens the wrapping with the file's keys.
 * Creates a missing file if nothing is wrapped yet.
 * Throws for a missing file if `isWrapped`, because a new key could not decrypt anything.
 */
export function openKeyFile(file: string, isWrapped: boolean): KeyWrapping {
  const text = read(file)
  if (text !== undefined) return createKeyWrapping(parse(file, text))
  if (isWrapped)
    throw new Error(
      `The vault's key file ${file} is missing. Without it no personal data and no password can be read. Put it back, or set VAULT_KEY_FILE to its path.`,
    )
  make(file)
  return openKeyFile(file, true)
}

export const wrongKeyFileError = (file: string) => `The vault's key file ${file} does not belong to this vault.`

/** Creates a line of the file with a new key. */
export const newKeyLine = () => `${randomBytes(KEY_BYTES).toString('base64')}\n`

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`The vault's key file ${file} can't be read: ${(error as Error).message}.`, { cause: error })
  }
}

function parse(file: string, text: string): [Uint8Array, ...Uint8Array[]] {
  const [first, ...earlier] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => new Uint8Array(Buffer.from(line, 'base64')))
  if (!first || [first, ...earlier].some(({ length }) => length !== KEY_BYTES))
    throw new Error(`The vault's key file ${file} is wrong: each line must be ${KEY_BYTES} bytes in base64.`)
  return [first, ...earlier]
}

/** Creates the file atomically. If two processes do so at once, both use the file of the first. */
function make(file: string): void {
  makeFolder(path.dirname(file))
  const growing = `${file}.${randomUUID()}`
  const descriptor = openSync(growing, 'wx', PRIVATE_MODES.file)
  try {
    writeSync(descriptor, newKeyLine())
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  try {
    linkSync(growing, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(growing)
  }
}
