/** Reset links while the mail is not taken: tried again a few times, then given up, and nothing personal is logged. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openOutbox } from '#platform/mail/outbox.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createLaterMail } from './later-mail.ts'
import { createLimits } from './limits.ts'
import { createResetLinks } from './reset-links.ts'
import { openAccounts } from './spec-api.ts'

let accounts: Awaited<ReturnType<typeof openAccounts>>
let folder: string
beforeEach(async () => {
  accounts = await openAccounts()
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'outbox-')), 'outbox')
  await accounts.join('d1', 'dispatcher')
})
afterEach(async () => {
  await accounts.close()
  rmSync(path.dirname(folder), { recursive: true })
})

/** An outbox whose folder is gone, so that it takes nothing until the folder is made again. */
function open() {
  const { kernel } = accounts
  const mail = openOutbox(folder, 'WasteSense <no-reply@example.com>')
  rmSync(folder, { recursive: true })
  const logged = { warn: vi.spyOn(kernel.log, 'warn'), error: vi.spyOn(kernel.log, 'error') }
  return {
    links: createResetLinks(kernel, createLimits(), createLaterMail(kernel.log, mail, [10, 200]), 'http://app'),
    logged,
  }
}

it('is looked up a moment later: neither the answer nor the next call takes longer for an account that exists', async () => {
  const { links } = open()
  const read = vi.spyOn(accounts.kernel.store, 'readStream')
  links.begin('d1@example.com')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(read).not.toHaveBeenCalled()
  await eventually(() => expect(read).toHaveBeenCalled())
})

it('goes out when the mail is taken at last', async () => {
  const { links, logged } = open()
  links.begin('d1@example.com')
  await eventually(() => expect(logged.warn).toHaveBeenCalledTimes(2))
  mkdirSync(folder)
  await eventually(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.eml$/)]))
  expect(logged.error).not.toHaveBeenCalled()
})

it('is given up after the last try, with a line in the log that names nobody', async () => {
  const { links, logged } = open()
  links.begin('d1@example.com')
  await eventually(() => expect(logged.error).toHaveBeenCalledOnce())
  expect(logged.warn).toHaveBeenCalledTimes(3)
  const lines = [...logged.warn.mock.calls, ...logged.error.mock.calls].flat()
  const written = lines.map((line) => (typeof line === 'object' ? String((line as { err?: Error }).err?.stack) : line))
  expect(written.join('\n')).toContain('the mail was not taken: ENOENT')
  expect(written.join('\n')).not.toMatch(/d1@|token=|Ama/)
})
