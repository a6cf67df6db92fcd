/** A token is good for 24 hours, also one that is remembered, and only as long as its session. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSqliteVault } from '../vault/sqlite.ts'
import type { Vault } from '../vault/vault.ts'
import { createTokens } from './tokens.ts'

const HOUR_MS = 3_600_000
const principal = { userId: 'u1', role: 'resident', zone: 'Ablekuma North' } as const
let vault: Vault

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vault = openSqliteVault(':memory:')
  await vault.setPassword('u1', 'hash')
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
