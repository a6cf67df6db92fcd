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

it('decodes what was in the process with it once more', async () => {
  const { decode } = createDecoder(
    programOf(`process.on('message', ({ id, task }) => {
      if (task.source === 'hostile') process.kill(process.pid, 'SIGSEGV')
      else setTimeout(() => process.send({ id, done: 42 }), 200)
    })`),
  )
  const [good, hostile, other] = await Promise.allSettled(
    ['good', 'hostile', 'good'].map((source) => decode({ does: 'measure', source })),
  )
  expect([good, other]).toEqual([good, good])
  expect(good).toEqual({ status: 'fulfilled', value: 42 })
  expect((hostile as PromiseRejectedResult).reason).toBeInstanceOf(NotDecoded)
})

it('answers bytes that are nobody else’s, so that they may be given away', async () => {
  const { decode } = createDecoder()
  const source = await jpeg()
  const dots = () => decode({ does: 'spell out', source, longest: 600 })
  for (const { rgb } of await Promise.all([dots(), dots(), dots()])) {
    expect(rgb.buffer.byteLength).toBe(rgb.byteLength)
    structuredClone(rgb, { transfer: [rgb.buffer as ArrayBuffer] })
  }
  const narrow = await decode({ does: 'narrow', source, width: 20 })
  expect(narrow.buffer.byteLength).toBe(narrow.byteLength)
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
