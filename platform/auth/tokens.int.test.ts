/**
 * Tests that a token is valid for 24 hours, and only during its session.
 * Cached tokens end at the same times.
 */
import { SignJWT } from 'jose'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSqliteVault } from '../vault/sqlite.ts'
import type { Vault } from '../vault/vault.ts'
import { createTokens } from './tokens.ts'

const HOUR_MS = 3_600_000
const principal = { userId: 'u1', role: 'resident', zone: 'Ablekuma North', sessionId: 's1' } as const
let vault: Vault

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vault = openSqliteVault(':memory:')
  await vault.setPassword('u1', 'hash')
  await vault.openSession('u1', { id: 's1', device: '', since: 0, seenAt: 0, expiresAt: Number.MAX_SAFE_INTEGER })
})
afterEach(async () => {
  vi.useRealTimers()
  await vault.close()
})

it('ends a remembered token after 24 hours', async () => {
  const tokens = createTokens(new Uint8Array(32), vault)
  const token = await tokens.issue(principal, 1, Date.now())
  expect(await tokens.verify(token)).toMatchObject(principal)
  vi.setSystemTime(Date.now() + 23 * HOUR_MS)
  expect(await tokens.verify(token)).toMatchObject(principal)
  vi.setSystemTime(Date.now() + HOUR_MS)
  expect(await tokens.verify(token)).toBeUndefined()
})

it('ends a remembered token with its session', async () => {
  const tokens = createTokens(new Uint8Array(32), vault)
  const token = await tokens.issue(principal, 1, Date.now())
  expect(await tokens.verify(token)).toMatchObject(principal)
  await vault.setPassword('u1', 'another hash')
  expect(await tokens.verify(token)).toBeUndefined()
  expect(await tokens.verifyEnded(token)).toMatchObject({ ...principal, ended: true })
})

/** Returns a forged token, such as anyone who knows the signing secret could create. */
const forged = (iat: number | undefined, exp: number, sid?: string) => {
  const token = new SignJWT({ role: 'admin', version: 1, sid }).setProtectedHeader({ alg: 'HS256' }).setSubject('u1')
  if (iat !== undefined) token.setIssuedAt(iat)
  return token.setExpirationTime(exp).sign(new Uint8Array(32))
}

it('refuses a token that lives longer than any that was issued, has no birthday, or one still to come', async () => {
  const tokens = createTokens(new Uint8Array(32), vault)
  const now = Math.floor(Date.now() / 1000)
  const day = 24 * 3600
  expect(await tokens.verify(await forged(now, now + day, 's1'))).toMatchObject({ userId: 'u1', role: 'admin' })
  for (const [iat, exp] of [
    [now, now + day + 1],
    [now, now + 365 * day],
    [undefined, now + day],
    [now + 120, now + day],
    [now + 10 * day, now + 11 * day],
  ] as const) {
    const token = await forged(iat, exp, 's1')
    expect(await tokens.verify(token)).toBeUndefined()
    expect(await tokens.verifyEnded(token)).toBeUndefined()
  }
})

it('refuses a token without a session of its own, also for what an ended session may do', async () => {
  const tokens = createTokens(new Uint8Array(32), vault)
  const now = Math.floor(Date.now() / 1000)
  const [old, ofSession] = [await forged(now, now + 3600), await forged(now, now + 3600, 's1')]
  expect([await tokens.verify(old), await tokens.verifyEnded(old)]).toEqual([undefined, undefined])
  expect(await tokens.verify(ofSession)).toMatchObject({ userId: 'u1' })
  await vault.setPassword('u1', 'another hash')
  expect(await tokens.verifyEnded(old)).toBeUndefined()
  expect(await tokens.verifyEnded(ofSession)).toMatchObject({ ended: true })
})

it('a replaced secret issues no more, and is good until it is given as the previous one no longer', async () => {
  const [old, fresh] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  const before = createTokens(old, vault)
  const token = await before.issue(principal, 1, Date.now())
  const during = createTokens(fresh, vault, old)
  expect(await during.verify(token)).toMatchObject(principal)
  const next = await during.issue(principal, 1, Date.now())
  expect(await before.verify(next)).toBeUndefined()
  const after = createTokens(fresh, vault)
  expect(await after.verify(next)).toMatchObject(principal)
  expect(await after.verify(token)).toBeUndefined()
})
