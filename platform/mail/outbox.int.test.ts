/**
 * Tests that the mail outbox folder conforms to the mail port.
 * Only the owner can read its files, and their names contain no addresses.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { parseMailMessage, testMail } from '../../tests/conformance/mail.ts'
import { eventually } from '../../tests/fixtures/eventually.ts'
import { readSettings } from '../config.ts'
import { openMail } from './open-mail.ts'
import { openMailOutbox } from './outbox.ts'

const FROM = 'WasteSense <no-reply@example.com>'
const dir = mkdtempSync(path.join(tmpdir(), 'outbox-'))
afterAll(() => rmSync(dir, { recursive: true }))
const folder = path.join(dir, 'outbox')
const files = (of = folder) => readdirSync(of).sort()

testMail('a folder', async () => ({
  mail: openMailOutbox(folder, FROM),
  newest: async () => parseMailMessage(readFileSync(path.join(folder, files().at(-1) ?? ''), 'utf8')),
  count: async () => files().length,
  async broken() {
    const gone = path.join(dir, 'gone')
    const mail = openMailOutbox(gone, FROM)
    rmSync(gone, { recursive: true })
    return mail
  },
}))

it('is read by its owner only, and each file is whole', async () => {
  const own = path.join(dir, 'own')
  const mail = openMailOutbox(own, FROM)
  const message = { to: 'ama@example.com', subject: 's', text: 't', html: '<p>t</p>' }
  await Promise.all([1, 2, 3, 4, 5].map(() => mail.send(message)))
  expect(files(own)).toHaveLength(5)
  for (const name of files(own)) {
    expect(name).toMatch(/^[\dTZ.-]+-[0-9a-f]{16}-[0-9a-f]{8}\.eml$/)
    expect(statSync(path.join(own, name)).mode & 0o077).toBe(0)
    expect(parseMailMessage(readFileSync(path.join(own, name), 'utf8')).html.trim()).toBe('<p>t</p>')
  }
})

it('is emptied when it is opened, and drops mails of more than two hours ago, and nothing else that lies there', async () => {
  const own = path.join(dir, 'old')
  mkdirSync(own)
  for (const name of ['2026-01-01T00-00-00.000Z-aaaaaaaa.eml', 'x.eml.part', '0-notes.txt'])
    writeFileSync(path.join(own, name), 'x')
  const mail = openMailOutbox(own, FROM)
  expect(files(own)).toEqual(['0-notes.txt'])
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().replaceAll(':', '-')
  const old = [`${at(2.1)}-aaaaaaaa.eml`, `${at(25)}-bbbbbbbb.eml.part`]
  const staying = [`${at(1.9)}-cccccccc.eml`, '0-notes.txt']
  for (const name of [...old, ...staying]) writeFileSync(path.join(own, name), 'x')
  const message = { to: 'ama@example.com', subject: 's', text: 't', html: '<p>t</p>' }
  await Promise.all([1, 2, 3].map(() => mail.send(message)))
  expect(files(own)).toHaveLength(staying.length + 3)
  expect(files(own)).toEqual(expect.arrayContaining(staying))
})

it('drops old mails on a timer, also while none are sent', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const own = path.join(dir, 'timer')
    const mail = openMailOutbox(own, FROM)
    await mail.send({ to: 'ama@example.com', subject: 's', text: 't', html: '<p>t</p>' })
    const [first = ''] = files(own)
    // The clean-up also deletes this old mail.
    // When the mail is gone, the clean-up has ended.
    const old = '2026-01-01T00-00-00.000Z-aaaaaaaa.eml'
    writeFileSync(path.join(own, old), 'x')
    vi.advanceTimersByTime(60 * 60_000)
    await eventually(() => expect(files(own)).not.toContain(old))
    expect(files(own)).toEqual([first])
    vi.advanceTimersByTime(90 * 60_000)
    await eventually(() => expect(files(own)).toEqual([]))
    await mail.close()
  } finally {
    vi.useRealTimers()
  }
})

it('MA5 forgets the mails to one address, however it was written, and keeps the others', async () => {
  const own = path.join(dir, 'forget')
  const mail = openMailOutbox(own, FROM)
  for (const to of ['ama@example.com', 'Ama@Example.com', 'yaw@example.com'])
    await mail.send({ to, subject: 's', text: 't', html: '<p>t</p>' })
  await mail.forget('AMA@example.com')
  const [left = '', ...more] = files(own)
  expect(more).toEqual([])
  expect(readFileSync(path.join(own, left), 'utf8')).toContain('yaw@example.com')
})

it('is what an installation without SMTP_URL writes to', async () => {
  const data = path.join(dir, 'data')
  const mail = openMail(readSettings({ DATA_DIR: data, MAIL_FROM: 'City <city@example.com>' }))
  await mail.send({ to: 'ama@example.com', subject: 's', text: 't', html: '<p>t</p>' })
  const [name = ''] = files(path.join(data, 'outbox'))
  const { headers } = parseMailMessage(readFileSync(path.join(data, 'outbox', name), 'utf8'))
  expect(headers.get('from')).toEqual(['City <city@example.com>'])
})
