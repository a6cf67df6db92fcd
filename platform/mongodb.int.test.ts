/** A MongoDB that hangs: whoever asks is refused within seconds, and served again as soon as it goes on. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { startMongoDouble } from './mongodb-double/server.ts'
import { openMongoReadStore } from './read-store/mongodb.ts'
import { openMongoVault } from './vault/mongodb.ts'
import { lookAtDatabase } from './writable.ts'

it('is given up by reads and writes within ten seconds, and what comes after it is answered', async () => {
  const double = await startMongoDouble()
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const [reads, vault] = await Promise.all([
    openMongoReadStore(double.url),
    openMongoVault(double.url, path.join(folder, 'vault.key')),
  ])
  await vault.setPassword('u1', 'one')
  double.hang()
  const look = lookAtDatabase(reads)
  const began = performance.now()
  expect(await look()).toEqual([{ critical: true, reason: expect.stringContaining('MongoDB does not answer') }])
  expect(performance.now() - began).toBeLessThan(3_000)
  const asked = [
    reads.find('reports@1'),
    reads.setCheckpoints(new Map([['reports@1', 1]])),
    reads.reached('reports@1', 1, 60_000),
    reads.ping(),
    vault.credentials('u1'),
    vault.setPassword('u1', 'two'),
  ]
  for (const answer of await Promise.allSettled(asked)) {
    expect(answer.status).toBe('rejected')
    expect((answer as PromiseRejectedResult).reason.name).toMatch(/^Mongo/)
  }
  expect(performance.now() - began).toBeLessThan(13_000)
  double.wake()
  expect(await reads.find('reports@1')).toEqual([])
  expect(await vault.credentials('u1')).toBeDefined()
  expect(await look()).toEqual([])
  await Promise.all([reads.close(), vault.close()])
  await double.close()
  rmSync(folder, { recursive: true })
})
