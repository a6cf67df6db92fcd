/** Tests of registration, passwords, erasure and crashes on real log and vault. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { type EventStore, type RecordedEvent, StoreUnavailable } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { createInternalCommands } from '../internal-commands/commands.ts'
import { openFirstZones } from '../internal-commands/seed.ts'
import { NOW } from '../kernel/fixtures.ts'
import { type Kernel, openKernel } from '../kernel/kernel.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { registerAccount } from './register.ts'
import { authenticate as check, findAccountByIdentifier, openSession } from './session.ts'

const ama = { name: 'Ama', email: 'ama@example.com', role: 'resident', zone: 'Ablekuma North' } as const
const PASSWORD = 'pässwörd 123'
const envelope = (commandId: string) => ({ commandId, fingerprint: 'body', actor: 'u1' })

let folder: string
let kernel: Kernel
const YEAR_MS = 365 * 86_400_000
let now = NOW.getTime()
beforeEach(async () => {
  now = NOW.getTime()
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  const opened = await openKernel({ store, vault, reads: openMemoryReadStore(), log: createLog('test', 'silent') })
  kernel = { ...opened, clock: () => new Date(now) }
  await openFirstZones(kernel)
})
afterEach(async () => {
  await Promise.all([kernel.store.close(), kernel.vault.close()])
  rmSync(folder, { recursive: true })
})

const authenticate = async (on: Kernel, identifier: string, password: string) =>
  check(on, await findAccountByIdentifier(on, identifier), identifier, password)

const signUp = (userId: string, email: string = ama.email, on = kernel) =>
  registerAccount(on, { ...ama, userId, email, password: PASSWORD }, envelope(`sign-up/${userId}`))

/**
 * Returns a kernel whose appends fail for streams whose names start with `prefix`.
 * Simulates a process that crashes at such an append.
 */
function dyingAt(prefix: string): Kernel {
  const store: EventStore = {
    ...kernel.store,
    append: (stream, ...rest) =>
      stream.startsWith(prefix)
        ? Promise.reject(new StoreUnavailable('the process died'))
        : kernel.store.append(stream, ...rest),
  }
  return { ...kernel, store }
}

describe('registering', () => {
  it('lets the person sign in, however the email is written', async () => {
    expect(isRejection(await signUp('u1'))).toBe(false)
    expect(await authenticate(kernel, ' AMA@example.com ', PASSWORD)).toMatchObject({ userId: 'u1' })
    expect(await authenticate(kernel, ama.email, 'wrong')).toMatchObject({ rejected: 'unauthenticated' })
    expect(await authenticate(kernel, 'nobody@example.com', PASSWORD)).toMatchObject({
      rejected: 'unauthenticated',
      message: 'Invalid email or password',
    })
  })

  it('of five who want one email at once, one gets it', async () => {
    const answers = await Promise.all(['u1', 'u2', 'u3', 'u4', 'u5'].map((userId) => signUp(userId)))
    expect(answers.filter((answer) => !isRejection(answer))).toHaveLength(1)
    expect(answers.filter(isRejection).every(({ message }) => message === 'Email already registered')).toBe(true)
  })

  it('that died before its account was recorded can be repeated', async () => {
    await expect(signUp('u1', ama.email, dyingAt('account-'))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(isRejection(await signUp('u1'))).toBe(false)
  })

  it('that was given up frees the email after a while, and can then not come back', async () => {
    await expect(signUp('u1', ama.email, dyingAt('account-'))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await signUp('u2')).toMatchObject({ rejected: 'conflict' })
    now += 31_000
    expect(isRejection(await signUp('u2'))).toBe(false)
    expect(await signUp('u1')).toMatchObject({ rejected: 'conflict' })
    expect(await authenticate(kernel, ama.email, PASSWORD)).toMatchObject({ userId: 'u2' })
  })

  it('that was given up while the clock was ahead frees the email once the clock is right', async () => {
    now += YEAR_MS
    await expect(signUp('u1', ama.email, dyingAt('account-'))).rejects.toBeInstanceOf(StoreUnavailable)
    now -= YEAR_MS
    expect(isRejection(await signUp('u2'))).toBe(false)
  })

  it('that was interrupted can be repeated later, as long as the email is free', async () => {
    await expect(signUp('u1', ama.email, dyingAt('account-'))).rejects.toBeInstanceOf(StoreUnavailable)
    now += 31_000
    expect(isRejection(await signUp('u1'))).toBe(false)
    expect(await authenticate(kernel, ama.email, PASSWORD)).toMatchObject({ userId: 'u1' })
  })

  it('never replaces an existing account', async () => {
    await signUp('u1')
    now += 31_000
    expect(await signUp('u2')).toMatchObject({ rejected: 'conflict' })
  })
})

describe('changing the password', () => {
  const change = (id: string, currentPassword: string, newPassword: string) =>
    changePassword(kernel, { userId: 'u1', currentPassword, newPassword }, envelope(id))

  it('needs the current one, and then only the new one counts', async () => {
    await signUp('u1')
    expect(await change('a', 'wrong', 'another one 1')).toMatchObject({
      rejected: 'bad-request',
      errors: { currentPassword: msg`Invalid password` },
    })
    expect(isRejection(await change('b', PASSWORD, 'another one 1'))).toBe(false)
    expect(isRejection(await authenticate(kernel, ama.email, PASSWORD))).toBe(true)
    expect(isRejection(await authenticate(kernel, ama.email, 'another one 1'))).toBe(false)
  })

  it('of two changes at once one is refused', async () => {
    await signUp('u1')
    const answers = await Promise.all([change('a', PASSWORD, 'first 12345'), change('b', PASSWORD, 'second 12345')])
    expect(answers.filter(isRejection)).toHaveLength(1)
  })
})

describe('deleting an account', () => {
  it('ends sign-in, erases the person, and frees the email', async () => {
    await signUp('u1')
    const [registered] = await kernel.store.readStream('account-u1')
    const { sealed } = (registered as RecordedEvent<'AccountRegistered'>).data
    await deleteAccount(kernel, 'u1', envelope('erase'))
    expect(isRejection(await authenticate(kernel, ama.email, PASSWORD))).toBe(true)
    expect(await kernel.sealer.open([{ personId: 'u1', sealed }])).toEqual([undefined])
    expect(isRejection(await signUp('u2'))).toBe(false)
  })

  it('ends every session before the event is readable, so that no board reconnects', async () => {
    const signedUp = await signUp('u1')
    if (isRejection(signedUp) || !signedUp.state.registered) throw new Error('u1 could not sign up')
    const session = await openSession({ ...kernel, clock: () => new Date() }, signedUp.state.registered)
    if (isRejection(session)) throw new Error('u1 could not sign in')
    const { token } = session
    expect(await kernel.tokens.verify(token)).toBeDefined()
    await expect(deleteAccount(dyingAt('identity-'), 'u1', envelope('erase'))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await kernel.tokens.verify(token)).toBeUndefined()
  })

  it('frees the email also after the log was restored to before the erasure', async () => {
    await signUp('u1')
    await kernel.vault.erase('u1')
    expect(isRejection(await signUp('u2'))).toBe(false)
    expect(await authenticate(kernel, ama.email, PASSWORD)).toMatchObject({ userId: 'u2' })
    expect(await signUp('u3')).toMatchObject({ rejected: 'conflict' })
  })

  it('that was interrupted after the event is finished by the job: secrets deleted, email free', async () => {
    await signUp('u1')
    await expect(deleteAccount(dyingAt('identity-'), 'u1', envelope('erase'))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await kernel.vault.credentials('u1')).toBeDefined()
    const send = createInternalCommands(kernel)
    await send('job/erase-u1', { type: 'FinishErasure', userId: 'u1' })
    await send('job/erase-u1', { type: 'FinishErasure', userId: 'u1' })
    expect(await kernel.vault.credentials('u1')).toBeUndefined()
    expect(isRejection(await signUp('u2'))).toBe(false)
  })
})
