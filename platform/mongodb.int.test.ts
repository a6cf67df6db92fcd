/** Tests a MongoDB that hangs: requests fail meanwhile and succeed afterwards. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { startMongoDouble } from '../tests/doubles/mongodb/server.ts'
import { eventually } from '../tests/fixtures/eventually.ts'
import { checkServerClock } from './clock-watch.ts'
import { openMongoReadStore } from './read-store/mongodb.ts'
import { openMongoVault } from './vault/mongodb.ts'
import { createDatabaseCheck } from './write-checks.ts'

it('is given up by reads and writes while it hangs, and answers them afterwards', async () => {
  const double = await startMongoDouble()
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const [reads, vault] = await Promise.all([
    openMongoReadStore(double.url),
    openMongoVault(double.url, path.join(folder, 'vault.key')),
  ])
  await vault.setPassword('u1', 'one')
  double.hang()
  const look = createDatabaseCheck(reads)
  expect(await look()).toEqual([{ critical: true, reason: expect.stringContaining('MongoDB does not answer') }])
  const asked = [
    reads.find('reports@1'),
    reads.setCheckpoints(new Map([['reports@1', 1]])),
    // The database outage must reject this call at once, long before its time limit of one hour.
    reads.reached('reports@1', 1, 3_600_000),
    reads.ping(),
    vault.credentials('u1'),
    vault.setPassword('u1', 'two'),
  ]
  for (const answer of await Promise.allSettled(asked)) {
    expect(answer.status).toBe('rejected')
    expect((answer as PromiseRejectedResult).reason.name).toMatch(/^Mongo/)
  }
  double.wake()
  await eventually(async () => expect(await reads.find('reports@1')).toEqual([]))
  await eventually(async () => expect(await vault.credentials('u1')).toBeDefined())
  await eventually(async () => expect(await look()).toEqual([]))
  await Promise.all([reads.close(), vault.close()])
  await double.close()
  rmSync(folder, { recursive: true })
})

it('answers again after its connections close at the moment of a request', async () => {
  const sockets = new Set<Socket>()
  const add = (opened: unknown) => sockets.add((opened as { socket: Socket }).socket)
  subscribe('net.client.socket', add)
  const double = await startMongoDouble()
  const reads = await openMongoReadStore(double.url)
  expect(await reads.find('reports@1')).toEqual([])
  // The sockets are destroyed now, but announce it only later.
  for (const socket of sockets) socket.destroy()
  await Promise.allSettled([reads.find('reports@1'), reads.setCheckpoints(new Map([['reports@1', 1]])), reads.ping()])
  await eventually(async () => expect(await reads.find('reports@1')).toEqual([]))
  unsubscribe('net.client.socket', add)
  await reads.close()
  await double.close()
})

it.each([
  [59_000, undefined],
  [-59_000, undefined],
  [61_500, 'The clock of workers \\([^ ]+\\) is 1 minute behind'],
  [-2 * 3_600_000, 'The clock of workers \\([^ ]+\\) is 2 hours ahead of'],
])('names a process whose clock is off by more than a minute: %i ms', async (ahead, named) => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  const double = await startMongoDouble({ clock: () => new Date(now + ahead) })
  const reads = await openMongoReadStore(double.url)
  const found = await checkServerClock(reads, 'workers', () => now)()
  expect(found).toEqual(named ? [{ reason: expect.stringMatching(named) }] : [])
  await reads.close()
  await double.close()
})
