/** Tests password reset links while mail can't be sent: retries, and no personal data in the log. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openMailOutbox } from '#platform/mail/outbox.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { openAccountsFixture } from './fixtures-api.ts'
import { createAccountRateLimits } from './limits.ts'
import { type BackgroundMail, createBackgroundMail } from './mail.ts'
import { createResetLinks } from './reset-links.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
let folder: string
beforeEach(async () => {
  accounts = await openAccountsFixture()
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'outbox-')), 'outbox')
  await accounts.join('d1', 'dispatcher')
})
afterEach(async () => {
  await accounts.close()
  rmSync(path.dirname(folder), { recursive: true })
})

/**
 * Deletes the mail outbox's folder, so that sending fails until a test creates the folder again.
 * `pause` runs before each retry.
 */
function open(pause: (ms: number) => Promise<void>) {
  const { kernel } = accounts
  const mail = openMailOutbox(folder, 'WasteSense <no-reply@example.com>')
  rmSync(folder, { recursive: true })
  const logged = { warn: vi.spyOn(kernel.log, 'warn'), error: vi.spyOn(kernel.log, 'error') }
  const later = createBackgroundMail(kernel.log, mail, pause)
  return { links: createResetLinks(kernel, createAccountRateLimits(), later, 'http://app'), logged }
}
const noPause = async () => undefined

it('is looked up a moment later: neither the answer nor the next call takes longer for an account that exists', async () => {
  const begun: { compose: () => Promise<unknown>; afterMs: number }[] = []
  const later: BackgroundMail = { begin: (compose, afterMs = 0) => void begun.push({ compose, afterMs }) }
  const read = vi.spyOn(accounts.kernel.store, 'readStream')
  const links = createResetLinks(accounts.kernel, createAccountRateLimits(), later, 'http://app')
  links.begin('d1@example.com', { locale: 'en' })
  const [{ compose, afterMs }] = begun as [(typeof begun)[0]]
  expect(read).not.toHaveBeenCalled()
  expect(afterMs).toBeGreaterThanOrEqual(100)
  expect(await compose()).toMatchObject({ to: 'd1@example.com' })
  expect(read).toHaveBeenCalled()
})

it('goes out when the mail is taken at last', async () => {
  const pauses: number[] = []
  const { links, logged } = open(async (ms) => {
    pauses.push(ms)
    if (pauses.length === 2) mkdirSync(folder)
  })
  links.begin('d1@example.com', { locale: 'en' })
  await eventually(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.eml$/)]))
  expect(pauses).toEqual([2_000, 10_000])
  expect(logged.warn).toHaveBeenCalledTimes(2)
  expect(logged.error).not.toHaveBeenCalled()
})

it('is given up after the last try, with a line in the log that names nobody', async () => {
  const { links, logged } = open(noPause)
  links.begin('d1@example.com', { locale: 'en' })
  await eventually(() => expect(logged.error).toHaveBeenCalledOnce())
  expect(logged.warn).toHaveBeenCalledTimes(4)
  const lines = [...logged.warn.mock.calls, ...logged.error.mock.calls].flat()
  const written = lines.map((line) => (typeof line === 'object' ? String((line as { err?: Error }).err?.stack) : line))
  expect(written.join('\n')).toContain('the mail was refused: ENOENT')
  expect(written.join('\n')).not.toMatch(/d1@|token=|Ama/)
})
