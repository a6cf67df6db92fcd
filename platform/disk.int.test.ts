/** Tests the sizes of a data folder's parts. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createFolderSizeReader, readDiskSpace } from './disk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const write = (name: string, bytes: number) => writeFileSync(path.join(folder, name), new Uint8Array(bytes))

it('adds up databases with their logs, and folders with their folders; leaves out what is not there', async () => {
  mkdirSync(path.join(folder, 'blobs/ab'), { recursive: true })
  for (const [name, bytes] of [
    ['log.db', 100],
    ['log.db-wal', 20],
    ['past.db', 7],
    ['views.db', 5],
    ['blobs/ab/abc', 3],
    ['blobs/ab/abd', 4],
    ['vault.key', 32],
  ] as const)
    write(name, bytes)
  expect(await createFolderSizeReader(folder)()).toEqual({ log: 120, rows: 12, blobs: 7 })
})

it('knows nothing of a folder that is not there', async () => {
  const nowhere = path.join(folder, 'nowhere')
  expect(await createFolderSizeReader(nowhere)()).toEqual({})
  expect(await readDiskSpace(nowhere)).toBeUndefined()
})

it('adds up again at once where it could not, and not where it could', async () => {
  // A link that points to itself cannot be read by any user, not even by root.
  const loop = path.join(folder, 'log.db')
  mkdirSync(folder, { recursive: true })
  symlinkSync(loop, loop)
  const sizes = createFolderSizeReader(folder)
  await expect(sizes()).rejects.toThrow('ELOOP')
  rmSync(loop)
  write('log.db', 100)
  expect(await sizes()).toEqual({ log: 100 })
  write('log.db', 200)
  expect(await sizes()).toEqual({ log: 100 })
})

it('follows a link in place of a folder, and none in it', async () => {
  mkdirSync(path.join(folder, 'elsewhere/ab'), { recursive: true })
  write('elsewhere/ab/abc', 3)
  write('large', 100_000)
  symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'blobs'))
  symlinkSync('../large', path.join(folder, 'elsewhere/large'))
  symlinkSync('..', path.join(folder, 'elsewhere/above'))
  expect((await createFolderSizeReader(folder)()).blobs).toBeLessThan(100)
})
