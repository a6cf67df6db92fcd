/**
 * Runs the conformance tests of the SMS port.
 * Tests the outbox folder, and the gateways against test doubles.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { testSmsSender } from '../../tests/conformance/sms.ts'
import { SMS_ACCOUNT, SMS_FAULTS, startSmsDouble, UNKNOWN_OUTCOME_FAULTS } from '../../tests/doubles/sms-gateways.ts'
import { eventually } from '../../tests/fixtures/eventually.ts'
import { reserveFreePort } from '../../tests/fixtures/free-ports.ts'
import { openSmsGateway, SMS_GATEWAYS } from './http-gateways.ts'
import { openSmsOutbox } from './outbox.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'sms-'))
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
  rmSync(dir, { recursive: true })
})

const folder = path.join(dir, 'outbox')
const stored = (of = folder) =>
  readdirSync(of)
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(of, name), 'utf8')))

testSmsSender('a folder', ['a folder that is gone'], async () => ({
  sms: openSmsOutbox(folder, 'WasteSense'),
  received: async () => stored().map(({ from, to, text }) => ({ from, to, text })),
  broken: {
    'a folder that is gone': async () => {
      const gone = path.join(dir, 'gone')
      const sms = openSmsOutbox(gone, 'WasteSense')
      rmSync(gone, { recursive: true })
      return sms
    },
  },
}))

it('SM5 deletes files of the number only; names and modes tell nobody of it', async () => {
  const own = path.join(dir, 'own')
  const sms = openSmsOutbox(own, 'WasteSense')
  for (const to of ['+233244123456', '+233201234567', '+233244123456']) await sms.send({ to, text: 'x' })
  for (const name of readdirSync(own)) {
    expect(name).toMatch(/^[\dTZ.-]+-[0-9a-f]{8}\.sms$/)
    expect(statSync(path.join(own, name)).mode & 0o077).toBe(0)
  }
  await sms.forget('+233244123456')
  expect(stored(own).map(({ to }) => to)).toEqual(['+233201234567'])
  openSmsOutbox(own, 'WasteSense')
  expect(readdirSync(own)).toEqual([])
})

it('deletes files of more than two hours ago, also when no SMS follows', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const own = path.join(dir, 'old')
    const sms = openSmsOutbox(own, 'WasteSense')
    await sms.send({ to: '+233244123456', text: 'x' })
    vi.setSystemTime(Date.now() + 2 * 3_600_000 + 1)
    vi.advanceTimersByTime(15 * 60_000)
    await eventually(() => expect(readdirSync(own)).toEqual([]))
    await sms.close()
  } finally {
    vi.useRealTimers()
  }
})

for (const name of SMS_GATEWAYS) {
  const faults = Object.keys(SMS_FAULTS[name])
  const open = async () => {
    const double = await startSmsDouble(name)
    closing.push(double.close)
    const opened = (url: string) => openSmsGateway(name, { ...SMS_ACCOUNT, url })
    const broken = faults.map((fault) => [
      fault,
      async () => {
        const wrong = await startSmsDouble(name, fault)
        closing.push(wrong.close)
        return opened(wrong.url)
      },
    ])
    const nowhere = async () => opened(`http://127.0.0.1:${await reserveFreePort()}`)
    return {
      sms: opened(`${double.url}/`),
      received: async () => double.received,
      broken: { ...Object.fromEntries(broken), 'no server': nowhere },
    }
  }
  testSmsSender(`${name}`, [...faults, 'no server'], open, UNKNOWN_OUTCOME_FAULTS)
}
