/**
 * Tests that a picture which crashes the decoding process is refused.
 * The next picture gets a new process.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { jpeg } from '../../tests/fixtures/picture-files.ts'
import { NICE_VALUES } from '../child-processes.ts'
import { createDecoder, type Decoder, TASK_TIMEOUT_MS, UndecodablePicture } from './decoder.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'decoder-'))
afterAll(() => rmSync(dir, { recursive: true }))

function programOf(text: string): string {
  const file = path.join(dir, 'program.mjs')
  writeFileSync(file, text)
  return file
}

const decoderOf = (text: string) => createDecoder(programOf(text), dir)
const ours = () => createDecoder(path.join(import.meta.dirname, 'decode-process.ts'), dir)

it('refuses what ended the process, and decodes the next', async () => {
  const { decode } = decoderOf(`process.on('message', ({ id, task }) => {
    if (task.source === 'hostile') process.kill(process.pid, 'SIGSEGV')
    process.send({ id, done: 42 })
  })`)
  const broken = [1, 2].map(() => decode({ does: 'take', source: 'hostile' }))
  for (const { status, reason } of (await Promise.allSettled(broken)) as PromiseRejectedResult[])
    expect([status, reason]).toEqual(['rejected', expect.any(UndecodablePicture)])
  expect(await decode({ does: 'take', source: 'good' })).toBe(42)
})

it('decodes the other pictures of that process again', async () => {
  // The first simulated process never answers, and crashes on the picture that is meant to crash it.
  // The second process answers.
  const { decode } = decoderOf(`
    import { existsSync, writeFileSync } from 'node:fs'
    const mark = ${JSON.stringify(path.join(dir, 'first'))}
    const isFirst = !existsSync(mark)
    writeFileSync(mark, '')
    process.on('message', ({ id, task }) => {
      if (task.source === 'hostile') process.kill(process.pid, 'SIGSEGV')
      else if (!isFirst) process.send({ id, done: 42 })
    })`)
  const [good, hostile, other] = await Promise.allSettled(
    ['good', 'hostile', 'good'].map((source) => decode({ does: 'take', source })),
  )
  expect([good, other]).toEqual([good, good])
  expect(good).toEqual({ status: 'fulfilled', value: 42 })
  expect((hostile as PromiseRejectedResult).reason).toBeInstanceOf(UndecodablePicture)
})

it('decodes a picture again if another one beside it has finished before', async () => {
  const { decode } = decoderOf(`
    import { existsSync, writeFileSync } from 'node:fs'
    const mark = ${JSON.stringify(path.join(dir, 'finished'))}
    const isFirst = !existsSync(mark)
    writeFileSync(mark, '')
    process.on('message', ({ id, task }) => {
      if (task.source !== 'slow') process.send({ id, done: 42 }, () => process.exit())
      else if (!isFirst) process.send({ id, done: 43 })
    })`)
  const slow = decode({ does: 'take', source: 'slow' })
  expect(await decode({ does: 'take', source: 'quick' })).toBe(42)
  expect(await slow).toBe(43)
})

/** Uploads a picture and returns its hash. */
async function takenBy({ decode }: Decoder): Promise<string> {
  const taken = await decode({ does: 'take', source: await jpeg() })
  if (!('hash' in taken)) throw new Error(taken.text.message)
  return taken.hash
}

it('writes dots into a file, and answers its name', async () => {
  const decoder = ours()
  const hash = await takenBy(decoder)
  const file = path.join(dir, 'dots')
  const asked = { does: 'spell out', hash, longest: 20, file } as const
  expect(await decoder.decode(asked)).toEqual({ file, width: 20, height: 15 })
  expect(statSync(file)).toMatchObject({ size: 20 * 15 * 3, mode: 0o100600 })
  expect(await decoder.decode({ ...asked, hash: '0'.repeat(64) })).toBeUndefined()
})

/**
 * Returns the facts about processes that `tell` reads.
 * Returns an empty list if a process ended meanwhile.
 */
function told<T>(tell: () => T[]): T[] {
  try {
    return tell()
  } catch {
    return []
  }
}

/** Returns the nice value of every thread of our decoding processes. */
function nicenesses(): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const ours = all.filter((pid) => told(() => [readFileSync(`/proc/${pid}/cmdline`, 'utf8')])[0]?.includes(dir))
  return ours
    .flatMap((pid) => told(() => readdirSync(`/proc/${pid}/task`)))
    .flatMap((thread) => told(() => [getPriority(Number(thread))]))
}

it.skipIf(process.platform !== 'linux')('leaves the processor to the boards, with each of its threads', async () => {
  const [decoder, drawer] = [ours(), createDecoder(path.join(import.meta.dirname, 'draw-process.ts'), dir)]
  const hash = await takenBy(decoder)
  const box = { id: 'b1', material: 'plastic', confidence: 0.9, x0: 0.1, y0: 0.1, x1: 0.6, y1: 0.6 } as const
  expect(await drawer.decode({ does: 'draw', hash, boxes: [box] })).toMatch(/^[0-9a-f]{64}$/)
  expect(nicenesses().length).toBeGreaterThan(10)
  expect(new Set(nicenesses())).toEqual(new Set([NICE_VALUES.quick]))
})

it('answers bytes that keep none of the channel’s own memory', async () => {
  const decoder = ours()
  const narrow = await decoder.decode({ does: 'narrow', hash: await takenBy(decoder), width: 20 })
  expect(narrow?.buffer.byteLength).toBe(narrow?.byteLength)
})

it('passes nothing of our environment to that process', async () => {
  process.env.TOKEN_SECRET = 'a secret of this installation, not of libraries'
  const { decode } =
    decoderOf(`process.on('message', ({ id }) => process.send({ id, done: Object.keys(process.env).length }))
    if (process.env.TOKEN_SECRET) process.exit(1)`)
  expect(await decode({ does: 'take', source: 'any' })).toBeGreaterThan(0)
})

it('says in the library’s words why a picture is none', async () => {
  const source = (await jpeg()).subarray(0, 100)
  await expect(ours().decode({ does: 'take', source })).rejects.toThrow(UndecodablePicture)
})

it('blames no picture for what the disk does', async () => {
  const decoder = ours()
  const file = path.join(dir, 'no folder', 'dots')
  const failed = decoder.decode({ does: 'spell out', hash: await takenBy(decoder), longest: 20, file })
  const error = await failed.catch((reason: Error) => reason)
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(error).not.toBeInstanceOf(UndecodablePicture)
})

it('refuses what takes the processor too long, and decodes the next', async () => {
  // The simulated library works for minutes on the picture, in another thread.
  const { decode } = decoderOf(`
    import { pbkdf2 } from 'node:crypto'
    import { promisify } from 'node:util'
    import { answerPictureTasks } from ${JSON.stringify(path.join(import.meta.dirname, 'tasks.ts'))}
    const work = async ({ source }) => {
      if (source === 'hostile') await promisify(pbkdf2)('', '', 2 ** 31 - 1, 64, 'sha512')
      return 42
    }
    answerPictureTasks(work, { cpuLimitS: 0.3 })`)
  await expect(decode({ does: 'take', source: 'hostile' })).rejects.toThrow(UndecodablePicture)
  expect(await decode({ does: 'take', source: 'good' })).toBe(42)
})

it('decodes other pictures after one that never ends', async () => {
  const { decode } = decoderOf(`
    process.on('message', ({ id, task }) => task.source === 'good' && process.send({ id, done: 42 }))`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const endless = decode({ does: 'take', source: 'endless' }).catch((error: Error) => error)
  vi.advanceTimersByTime(1)
  const beside = decode({ does: 'take', source: 'good' })
  vi.advanceTimersByTime(TASK_TIMEOUT_MS - 1)
  vi.useRealTimers()
  expect(await endless).toBeInstanceOf(UndecodablePicture)
  expect(await decode({ does: 'take', source: 'good' })).toBe(42)
  expect(await beside).toBe(42)
})
