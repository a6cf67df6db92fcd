/** Tests the verifier with bundles that forge results, exhaust memory or control the terminal. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLogProver } from '#platform/proof/prover.ts'

const VERIFIER = path.join(import.meta.dirname, '../../tools/verifier/verify.mjs')
/**
 * Prints the peak memory of this process.
 * `resourceUsage` would include the parent's peak.
 */
const TELL_MEMORY = `
  import { readFileSync } from 'node:fs'
  const peak = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  process.on('exit', () => console.error('kB', process.platform === 'linux' ? peak() : 0))`
const MEGABYTE = 1024 * 1024

let folder: string
let file: string
let bundle: Buffer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'verifier-'))
  file = path.join(folder, 'bundle.jsonl')
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = { installationKey: async () => new Uint8Array(32).fill(7) }
  const prover = createLogProver({ store, vault, dataDir: folder })
  for (const stream of ['bin-u1', 'bin-u\ufffd2']) {
    const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
    const event = { id: crypto.randomUUID(), type: 'BinReportedFull', data: { words: 'a \ufffd b' }, meta }
    await store.append(stream, NO_STREAM_REVISION, [event])
  }
  const parts: string[] = []
  for await (const part of (await prover.bundle(0, Number.MAX_SAFE_INTEGER)) ?? []) parts.push(part)
  bundle = Buffer.from(parts.join(''))
  prover.close()
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

function check(content?: Buffer | string) {
  if (content !== undefined) writeFileSync(file, content)
  const args = ['--import', `data:text/javascript,${encodeURIComponent(TELL_MEMORY)}`, VERIFIER, file]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'latin1' })
  const kB = Number(/kB (\d+)/.exec(stderr)?.[1])
  return { status, said: Buffer.from(stdout + stderr.replace(/kB \d+\n/, ''), 'latin1').toString(), bytes: kB * 1024 }
}

const replaced = (bytes: Buffer, from: Buffer, to: Buffer) => {
  const at = bytes.indexOf(from)
  if (at < 0) throw new Error('There is nothing to replace.')
  return Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)])
}
const text = () => bundle.toString()

it('takes U+FFFD itself for what it is', () => expect(check(bundle)).toMatchObject({ status: 0 }))

describe('what is read as U+FFFD and is other bytes', () => {
  it.each([
    ['a byte that is no UTF-8', Buffer.of(0xff)],
    ['a character that was cut off', Buffer.of(0xe2, 0x82)],
    ['a surrogate in UTF-8', Buffer.of(0xed, 0xa0, 0x80)],
    ['half a surrogate pair as an escape', Buffer.from('\\udead')],
    ['the escape of the very character', Buffer.from('\\ufffd')],
  ])('%s is no twin of it', (_, twin) => {
    const { status, said } = check(replaced(bundle, Buffer.from('\ufffd'), twin))
    expect([status, said]).toEqual([1, expect.stringMatching(/is no UTF-8|says more than was recorded/)])
  })
})

describe('what is not written as a bundle is', () => {
  it.each<[string, () => string]>([
    ['other ends of lines', () => text().replaceAll('\n', '\r\n')],
    ['a mark before the first line', () => `\ufeff${text()}`],
    ['a space in the first line', () => text().replace('{"format"', '{ "format"')],
    ['another field in the first line', () => text().replace('{"format"', '{"by":"me","format"')],
    ['a field twice in the first line', () => text().replace('"begin":0', '"begin":1,"begin":0')],
    ['an empty line', () => text().replace('\n', '\n\n')],
    ['a root in another spelling', () => text().replace('"right":[]', '"right":["AAAA"]')],
  ])('is refused: %s', (_, tampered) => expect(check(tampered()).status).toBeGreaterThan(0))
})

it.each([
  ['type', 'BinReportedFull'],
  ['stream', 'bin-u1'],
])('prints nothing of a %s that a terminal would obey', (field, value) => {
  const evil = '\u001b[2J\u009b1A\r\nOK: events 0 to 1 are as they were recorded\u202e\u2028'
  const { status, said } = check(
    text().replace(`"${field}":"${value}"`, `"${field}":${JSON.stringify(evil.repeat(50))}`),
  )
  expect(status).toBe(1)
  expect(said).not.toMatch(/[^\P{C}\n]|^OK/mu)
  expect(said.length).toBeLessThan(2_000)
})

describe('what is far too large', () => {
  it('ends with a sentence, in little memory: a line of 200 MB', () => {
    writeFileSync(file, bundle)
    truncateSync(file, 200 * MEGABYTE)
    const { status, said, bytes } = check()
    expect([status, said]).toEqual([2, expect.stringContaining('longer than any line of a bundle')])
    expect(bytes).toBeLessThan(160 * MEGABYTE)
    expect(readFileSync(file).length).toBe(200 * MEGABYTE)
  })

  it.each(['[', '{"":'])('is refused in little memory: a line of 15 MB that repeats %s', (text) => {
    writeFileSync(file, bundle)
    appendFileSync(file, `${text.repeat((15 * MEGABYTE) / text.length)}\n`)
    const { status, said, bytes } = check()
    expect([status, said]).toEqual([1, expect.stringContaining('a line has more objects than any line of a bundle')])
    expect(bytes).toBeLessThan(200 * MEGABYTE)
  })

  it('is named: events that a bundle claims and does not have', () => {
    const { status, said, bytes } = check(text().replace('"end":2', `"end":${2 ** 52}`))
    expect([status, said]).toEqual([1, expect.stringContaining('are missing at the end')])
    expect(bytes).toBeLessThan(160 * MEGABYTE)
  })

  it('is named, in little memory: events far apart', () => {
    const event = (n: number) => JSON.stringify({ index: n * 4096, hash: '' })
    writeFileSync(file, text().replace('"end":2', `"end":${2 ** 52}`))
    appendFileSync(file, Array.from({ length: 5_000 }, (_, n) => `${event(n + 1)}\n`).join(''))
    const { status, said, bytes } = check()
    expect([status, said]).toEqual([1, expect.stringContaining('events 2 to 4095 are missing')])
    expect(bytes).toBeLessThan(160 * MEGABYTE)
  })

  it('is refused before it costs time: signatures without an end', () => {
    const [, signature] = /(— \S+ )\S+\\n/.exec(text()) ?? []
    const { status, said } = check(text().replace(`${signature}`, `${`${signature}AAAA\\n`.repeat(1_000)}${signature}`))
    expect([status, said]).toEqual([1, expect.stringContaining('it is longer than any checkpoint')])
  })

  it('is refused before it costs time: subtrees that hold no event of the bundle', () => {
    const hash = Buffer.alloc(32).toString('base64')
    const { status, said } = check(text().replace('"blocks":[]', `"blocks":["${hash}"]`))
    expect([status, said]).toEqual([2, expect.stringContaining('its first line is not whole')])
  })

  it('is only counted: faults without an end', () => {
    writeFileSync(file, bundle)
    appendFileSync(file, 'x\n'.repeat(500_000))
    const { status, said, bytes } = check()
    expect([status, said]).toEqual([1, expect.stringContaining('500000 faults')])
    expect(bytes).toBeLessThan(160 * MEGABYTE)
  })
})
