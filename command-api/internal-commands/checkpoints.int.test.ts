/** Tests that each hour gets one checkpoint, and each auditor one email about it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventData } from '#contract/events.ts'
import type { InternalCommandSender } from '#contract/internal-commands.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { openCheckpoint } from '#platform/proof/note.ts'
import { createLogProver, type LogProver } from '#platform/proof/prover.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { registerAccount } from '../accounts/register.ts'
import { checkpointAggregate } from '../aggregates/audit.ts'
import { type Kernel, openKernel } from '../kernel/kernel.ts'
import { createInternalCommands } from './commands.ts'
import { openFirstZones } from './seed.ts'

const HOUR = '2026-03-02T08'

let folder: string
let kernel: Kernel
let prover: LogProver
let send: InternalCommandSender
let mails: MailMessage[]
let refuses: boolean
let now: Date
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  mails = []
  refuses = false
  now = new Date(`${HOUR}:00:00.000Z`)
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  const opened = await openKernel({ store, vault, reads: openMemoryReadStore(), log: createLog('test', 'silent') })
  kernel = { ...opened, clock: () => now }
  prover = createLogProver({ store, vault, dataDir: folder })
  const mail = {
    async send(message: MailMessage) {
      if (refuses) throw new Error('The mail server is away.')
      mails.push(message)
    },
  }
  send = createInternalCommands(kernel, { mailing: { mail, publicUrl: 'https://waste.example' }, prover })
  const zone = 'Ablekuma North'
  await openFirstZones(kernel)
  for (const [userId, role] of [
    ['a1', 'auditor'],
    ['r1', 'resident'],
  ] as const)
    await registerAccount(
      kernel,
      { userId, name: 'Ama', email: `${userId}@example.com`, role, zone, password: 'pässwörd 123' },
      { commandId: `sign-up/${userId}`, fingerprint: 'body', actor: userId },
    )
})
afterEach(async () => {
  prover.close()
  await Promise.all([kernel.store.close(), kernel.vault.close()])
  rmSync(folder, { recursive: true })
})

const sign = (commandId = 'job/1') => send(commandId, { type: 'SignCheckpoint', checkpointId: HOUR })
const mailTo = (userId: string) => send(`job/mail-${userId}`, { type: 'MailCheckpoint', checkpointId: HOUR, userId })
const recorded = () => kernel.store.readStream(checkpointAggregate.stream(HOUR))

it('signs each hour once, with the log before it', async () => {
  const before = await prover.checkpoint()
  await Promise.all([sign('job/1'), sign('job/2')])
  await sign('job/3')
  const events = await recorded()
  expect(events).toHaveLength(1)
  const made = events[0]?.data as EventData<'CheckpointMade'>
  expect(made).toMatchObject({ size: before?.size, root: before?.root })
  expect(openCheckpoint(made.note, await prover.verifierKey())?.size).toBe(before?.size)
  expect((await prover.checkpoint())?.size).toBe((before?.size ?? 0) + 1)
})

it('is mailed as it was signed, to auditors alone, once each', async () => {
  await mailTo('a1')
  expect(mails).toEqual([])
  await sign()
  for (const userId of ['a1', 'a1', 'r1', 'nobody']) await mailTo(userId)
  expect(mails.map(({ to }) => to)).toEqual(['a1@example.com'])
  const [made] = (await recorded()) as { data: EventData<'CheckpointMade'> }[]
  expect(mails[0]?.text).toContain(made?.data.note)
})

it('is tried again when the mail was not taken, and given up after a day', async () => {
  await sign()
  refuses = true
  await expect(mailTo('a1')).rejects.toThrow('away')
  refuses = false
  now = new Date('2026-03-03T09:00:00.000Z')
  await mailTo('a1')
  expect(mails).toEqual([])
  now = new Date('2026-03-02T20:00:00.000Z')
  await mailTo('a1')
  expect(mails).toHaveLength(1)
})

it('is not sent to erased people', async () => {
  await sign()
  await deleteAccount(kernel, 'a1', { commandId: 'e', fingerprint: 'f', actor: 'r1' })
  await mailTo('a1')
  expect(mails).toEqual([])
})
