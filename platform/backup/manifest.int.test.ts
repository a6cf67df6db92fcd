/**
 * Tests that a manifest names damaged photos and excludes them.
 * Changed files must be detected.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBackupManifest, writeBackupManifest } from './manifest.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  writeFileSync(path.join(folder, 'vault.key'), 'secret')
})
afterEach(() => rmSync(folder, { recursive: true }))

const about = { takenAt: '2026-03-01T00:00:00.000Z', installationId: 'i', events: 1 }
const inFolder = (name: string) => path.join(folder, name)

/** Adds a photo to the folder and returns its name. */
function photo(content: string): string {
  const hash = createHash('sha256').update(content).digest('hex')
  const name = `blobs/${hash.slice(0, 2)}/${hash}`
  mkdirSync(path.dirname(inFolder(name)), { recursive: true })
  writeFileSync(inFolder(name), content)
  return name
}

describe('a photo that is', () => {
  it.each<[string, (file: string) => void]>([
    ['emptied', (file) => writeFileSync(file, '')],
    ['HTML', (file) => writeFileSync(file, '<html>')],
    ['a link to the key', (file) => symlinkSync('../../vault.key', file)],
    ['a link to nothing', (file) => symlinkSync('nothing', file)],
    ['a folder', (file) => mkdirSync(file)],
  ])('%s is named and left out', async (_, damage) => {
    const [sound, damaged] = [photo('one'), photo('two')]
    rmSync(inFolder(damaged))
    damage(inFolder(damaged))
    const manifest = await writeBackupManifest(folder, about)
    expect(manifest.damaged).toEqual([damaged])
    expect(Object.keys(manifest.files)).toEqual([sound, 'vault.key'])
    expect(existsSync(inFolder(damaged))).toBe(false)
    expect(readFileSync(inFolder('vault.key'), 'utf8')).toBe('secret')
    expect(await readBackupManifest(folder)).toEqual(manifest)
  })
})

it('is read only while every file is as it was written, and a link is none', async () => {
  const name = photo('one')
  expect((await writeBackupManifest(folder, about)).damaged).toBeUndefined()
  expect(await readBackupManifest(folder)).toMatchObject(about)
  writeFileSync(path.join(folder, 'elsewhere'), 'one')
  rmSync(inFolder(name))
  symlinkSync(path.join(folder, 'elsewhere'), inFolder(name))
  await expect(readBackupManifest(folder)).rejects.toThrow(`${name} is missing`)
})
