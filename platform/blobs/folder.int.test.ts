/** The folder of blobs keeps the rules, stores once, and clears what a dead put left. */
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { blobsRules } from './conformance.ts'
import { openFolderBlobs } from './folder.ts'

const dir = mkdtempSync(join(tmpdir(), 'blobs-'))
afterAll(() => rmSync(dir, { recursive: true }))

blobsRules('a folder', () => openFolderBlobs(join(dir, 'rules')))

it('BL1 stores the same bytes once', async () => {
  const folder = join(dir, 'once')
  const blobs = openFolderBlobs(folder)
  const [hash] = await Promise.all([blobs.put(Buffer.from('same')), blobs.put(Buffer.from('same'))])
  await blobs.put(Buffer.from('same'))
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map((entry) => entry.name)).toEqual([hash])
})

it('BL4 clears the leftovers of dead puts and leaves those at work alone', () => {
  const folder = join(dir, 'dead')
  openFolderBlobs(folder)
  const [old, young] = [join(folder, 'incoming', 'old'), join(folder, 'incoming', 'young')]
  writeFileSync(old, 'half')
  writeFileSync(young, 'half')
  utimesSync(old, 0, 0)
  openFolderBlobs(folder)
  expect(existsSync(old)).toBe(false)
  expect(existsSync(young)).toBe(true)
})
