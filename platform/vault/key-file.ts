/** The file of the key that wraps the vault's secrets: 32 bytes in base64 a line, the present key first, earlier ones below. */
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { makeFolder, OWNER_ONLY } from '../private-files.ts'
import { createWrapping, type Wrapping } from './wrapping.ts'

const KEY_BYTES = 32

/**
 * The wrapping by the file's keys. A vault in which nothing is wrapped yet gets a new file when there is none; beside one
 * that `isWrapped` a missing file is an error, since a new key would open nothing.
 */
export function openKeyFile(file: string, isWrapped: boolean): Wrapping {
  const text = read(file)
  if (text !== undefined) return createWrapping(parse(file, text))
  if (isWrapped)
    throw new Error(
      `The vault's key file ${file} is missing, and without it nobody's data and no password can be read. Put it back, or let VAULT_KEY_FILE say where it lies.`,
    )
  make(file)
  return openKeyFile(file, true)
}

export const keyOfAnother = (file: string) =>
  `The vault's key file ${file} does not belong to this vault: nothing in it can be opened with it.`

/** A line as the file holds it. */
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

/** On disk as a whole or not at all; of two processes that make it at once both go on with the first one's. */
function make(file: string): void {
  makeFolder(path.dirname(file))
  const growing = `${file}.${randomUUID()}`
  const descriptor = openSync(growing, 'wx', OWNER_ONLY.file)
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
