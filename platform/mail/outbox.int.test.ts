/** Mail in a folder keeps the rules, is for its owner only, and tells nobody's address in a file name. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readSettings } from '../config.ts'
import { mailRules } from './conformance.ts'
import { readMessage } from './conformance-kit.ts'
import { openMail } from './open-mail.ts'
import { openOutbox } from './outbox.ts'

const FROM = 'WasteSense <no-reply@example.com>'
const dir = mkdtempSync(path.join(tmpdir(), 'outbox-'))
afterAll(() => rmSync(dir, { recursive: true }))
const folder = path.join(dir, 'outbox')
const files = (of = folder) => readdirSync(of).sort()

mailRules('a folder', async () => ({
  mail: openOutbox(folder, FROM),
  newest: async () => readMessage(readFileSync(path.join(folder, files().at(-1) ?? ''), 'utf8')),
  count: async () => files().length,
  async broken() {
    const gone = path.join(dir, 'gone')
    const mail = openOutbox(gone, FROM)
    rmSync(gone, { recursive: true })
    return mail
  },
}))

it('is read by its owner only, and each file is whole', async () => {
  const own = path.join(dir, 'own')
  const mail = openOutbox(own, FROM)
  const message = { to: 'ama@example.com', subject: 's', text: 't', html: '<p>t</p>' }
  await Promise.all([1, 2, 3, 4, 5].map(() => mail.send(message)))
  expect(files(own)).toHaveLength(5)
  for (const name of files(own)) {
    expect(name).toMatch(/^[\dTZ.-]+-[0-9a-f]{8}\.eml$/)
    expect(statSync(path.join(own, name)).mode & 0o077).toBe(0)
    expect(readMessage(readFileSync(path.join(own, name), 'utf8')).html.trim()).toBe('<p>t</p>')
  }
})

it('drops mails of more than a day ago, and nothing else that lies there', async () => {
  const own = path.join(dir, 'old')
  const mail = openOutbox(own, FROM)
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().replaceAll(':', '-')
  const old = [`${at(25)}-aaaaaaaa.eml`, `${at(25)}-bbbbbbbb.eml.part`]
  const staying = [`${at(23)}-cccccccc.eml`, '0-notes.txt']
  for (const name of [...old, ...staying]) writeFileSync(path.join(own, name), 'x')
  const message = { to: 'ama@example.com', subject: 's', text: 't', html: '<p>t</p>' }
  await Promise.all([1, 2, 3].map(() => mail.send(message)))
  expect(files(own)).toHaveLength(staying.length + 3)
  expect(files(own)).toEqual(expect.arrayContaining(staying))
})

it('is what an installation without SMTP_URL writes to', async () => {
  const data = path.join(dir, 'data')
  const mail = openMail(readSettings({ DATA_DIR: data, MAIL_FROM: 'City <city@example.com>' }))
  await mail.send({ to: 'ama@example.com', subject: 's', text: 't', html: '<p>t</p>' })
  const [name = ''] = files(path.join(data, 'outbox'))
  const { headers } = readMessage(readFileSync(path.join(data, 'outbox', name), 'utf8'))
  expect(headers.get('from')).toEqual(['City <city@example.com>'])
})
