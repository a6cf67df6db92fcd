/** Tests the blob folder: conformance, single storage, removal of unfinished writes. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testBlobs } from '../../tests/conformance/blobs.ts'
import { openFolderBlobs } from './folder.ts'

const dir = mkdtempSync(join(tmpdir(), 'blobs-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** A folder on another disk than the temporary folder. */
const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (place) => existsSync(place) && statSync(place).dev !== statSync(dir).dev,
)

testBlobs('a folder', () => openFolderBlobs(join(dir, 'rules')))

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

it('BL4 clears them all at once if no other process can be at work', async () => {
  const folder = join(dir, 'alone')
  const hash = await openFolderBlobs(folder).put(Buffer.from('whole'))
  const young = join(folder, 'incoming', 'young')
  writeFileSync(young, 'half')
  expect(await openFolderBlobs(folder, { alone: true }).get(hash)).toBeDefined()
  expect(existsSync(young)).toBe(false)
})

it('BL1, BL2 takes over from another folder, under the same hash, what lies there or here', async () => {
  const [here, there] = [openFolderBlobs(join(dir, 'here')), openFolderBlobs(join(dir, 'there'), { forMs: 60_000 })]
  const hash = await there.put(Buffer.from('bytes'))
  expect(await here.takeOver('0'.repeat(64), there)).toBe(false)
  expect(await here.takeOver(hash, there)).toBe(true)
  // Equal inode numbers: both paths are hard links to one file.
  expect(statSync(here.fileOf(hash)).ino).toBe(statSync(there.fileOf(hash)).ino)
  rmSync(there.fileOf(hash))
  expect(await here.takeOver(hash, there)).toBe(true)
  expect(Buffer.from((await here.get(hash)) as Uint8Array).toString()).toBe('bytes')
  expect(statSync(here.fileOf(hash)).mode).toBe(0o100600)
  expect(readdirSync(here.incoming)).toEqual([])
})

it.runIf(otherDisk)('BL1, BL2 takes over from another disk', async () => {
  const far = mkdtempSync(join(otherDisk as string, 'blobs-'))
  const [here, there] = [openFolderBlobs(join(dir, 'near')), openFolderBlobs(far)]
  const hash = await there.put(Buffer.from('from afar'))
  expect(await here.takeOver(hash, there)).toBe(true)
  rmSync(far, { recursive: true })
  expect(Buffer.from((await here.get(hash)) as Uint8Array).toString()).toBe('from afar')
  expect(readdirSync(here.incoming)).toEqual([])
})

it('BL2 reads in pieces what get gives whole', async () => {
  const blobs = openFolderBlobs(join(dir, 'pieces'))
  const bytes = randomBytes(300_000)
  const pieces: Uint8Array[] = []
  for await (const piece of (await blobs.read(await blobs.put(bytes))) ?? []) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(1)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  expect(await blobs.read('0'.repeat(64))).toBeUndefined()
})

it('BL5 removes expired blobs, and putting one again restarts its time', async () => {
  const folder = join(dir, 'passing')
  const blobs = openFolderBlobs(folder, { forMs: 60_000 })
  const [old, young, again] = await Promise.all(['old', 'young', 'again'].map((text) => blobs.put(Buffer.from(text))))
  for (const hash of [old, again]) utimesSync(join(folder, `${hash}`.slice(0, 2), `${hash}`), 0, 0)
  await blobs.put(Buffer.from('again'))
  const later = openFolderBlobs(folder, { forMs: 60_000 })
  expect(await later.get(old as string)).toBeUndefined()
  expect(await later.get(young as string)).toBeDefined()
  expect(await later.get(again as string)).toBeDefined()
})

it('BL5 clears nothing where no time is given', async () => {
  const folder = join(dir, 'for-ever')
  const hash = await openFolderBlobs(folder).put(Buffer.from('old'))
  utimesSync(join(folder, hash.slice(0, 2), hash), 0, 0)
  expect(await openFolderBlobs(folder).get(hash)).toBeDefined()
})

const DAMAGES: [string, (file: string) => void][] = [
  ['emptied', (file) => writeFileSync(file, '')],
  ['HTML instead', (file) => writeFileSync(file, '<script>alert(1)</script>')],
  ['of the same length and age', (file) => changeUnseen(file)],
  ['a link to another file', (file) => replaceBy(file, () => symlinkSync(join(dir, 'vault.key'), file))],
  ['a link to the very bytes', (file) => replaceBy(file, () => symlinkSync(join(dir, 'copy'), file))],
  ['a folder', (file) => replaceBy(file, () => mkdirSync(file))],
  ['a pipe', (file) => replaceBy(file, () => execFileSync('mkfifo', [file]))],
]
const replaceBy = (file: string, make: () => void) => {
  rmSync(file)
  make()
}
const LONG_AGO = new Date('2020-01-01')
function changeUnseen(file: string): void {
  writeFileSync(file, 'photO')
  utimesSync(file, LONG_AGO, LONG_AGO)
}

describe.each(DAMAGES)('BL6 a file that is %s', (_, damage) => {
  it.each([true, false])('is not given, named, and replaced by a put; read before: %s', async (isKnown) => {
    const damaged: string[] = []
    const folder = mkdtempSync(join(dir, 'damaged-'))
    const blobs = openFolderBlobs(folder, { onDamaged: (file) => damaged.push(file) })
    const hash = await blobs.put(Buffer.from('photo'))
    writeFileSync(join(dir, 'vault.key'), 'secret')
    writeFileSync(join(dir, 'copy'), 'photo')
    utimesSync(blobs.fileOf(hash), LONG_AGO, LONG_AGO)
    if (isKnown) expect(await blobs.get(hash)).toBeDefined()
    damage(blobs.fileOf(hash))

    expect(await blobs.get(hash)).toBeUndefined()
    expect(await blobs.read(hash)).toBeUndefined()
    expect(await openFolderBlobs(join(folder, 'other')).takeOver(hash, blobs)).toBe(false)
    expect(damaged).toContain(blobs.fileOf(hash))

    if (lstatSync(blobs.fileOf(hash)).isDirectory()) rmSync(blobs.fileOf(hash), { recursive: true })
    const source = openFolderBlobs(join(folder, 'source'))
    await source.put(Buffer.from('photo'))
    expect(await blobs.takeOver(hash, source)).toBe(true)
    damage(blobs.fileOf(hash))
    if (lstatSync(blobs.fileOf(hash)).isDirectory()) rmSync(blobs.fileOf(hash), { recursive: true })
    expect(await blobs.put(Buffer.from('photo'))).toBe(hash)
    expect(String(await blobs.get(hash))).toBe('photo')
  })
})
