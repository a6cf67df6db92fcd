/** The process that decodes may break: what it was at is refused, and the next picture finds another. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { jpeg } from '../testing/picture-files.ts'
import { createDecoder, NotDecoded } from './decoder.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'decoder-'))
afterAll(() => rmSync(dir, { recursive: true }))

function programOf(text: string): string {
  const file = path.join(dir, 'program.mjs')
  writeFileSync(file, text)
  return file
}

it('refuses what ended the process, and decodes the next', async () => {
  const { decode } = createDecoder(
    programOf(`process.on('message', ({ id, task }) => {
      if (task.source === 'hostile') process.kill(process.pid, 'SIGSEGV')
      process.send({ id, done: 42 })
    })`),
  )
  const broken = [1, 2].map(() => decode({ does: 'measure', source: 'hostile' }))
  for (const { status, reason } of (await Promise.allSettled(broken)) as PromiseRejectedResult[])
    expect([status, reason]).toEqual(['rejected', expect.any(NotDecoded)])
  expect(await decode({ does: 'measure', source: 'good' })).toBe(42)
})

it('tells that process nothing of ours', async () => {
  process.env.TOKEN_SECRET = 'a secret of this installation, not of libraries'
  const { decode } = createDecoder(
    programOf(`process.on('message', ({ id }) => process.send({ id, done: Object.keys(process.env).length }))
      if (process.env.TOKEN_SECRET) process.exit(1)`),
  )
  expect(await decode({ does: 'measure', source: 'any' })).toBeGreaterThan(0)
})

it('says in the library’s words why a picture is none', async () => {
  const { decode } = createDecoder()
  const bytes = await jpeg()
  expect(await decode({ does: 'measure', source: bytes })).toBe(1_200)
  await expect(decode({ does: 'clean', source: bytes.subarray(0, 100) })).rejects.toThrow(NotDecoded)
})
