/**
 * Tests leases of tables: a table without a renewed lease counts as unused.
 * Clocks of two machines are never compared.
 */
import { expect, it } from 'vitest'
import type { TableName } from '#contract/tables.ts'
import { createUnusedTableFinder, LEASE_GRACE_PERIOD_MS, startReaderLease } from './leases.ts'
import type { ReaderLease, ReaderLeaseStore } from './read-store.ts'

function memoryLeases(): ReaderLeaseStore & { held: Map<string, ReaderLease> } {
  const held = new Map<string, ReaderLease>()
  return {
    held,
    all: async () => [...held.values()],
    renew: async (lease) => void held.set(lease.id, lease),
    end: async (id) => void held.delete(id),
  }
}

const OLD: TableName = 'reports@8'
const log = { error: () => undefined }

/** Creates a finder of unused tables, with a clock that the test sets. */
function watched() {
  const leases = memoryLeases()
  let now = 0
  const readers = createUnusedTableFinder(leases, () => now)
  return {
    leases,
    /**
     * Looks for tables that no process reads, advances the clock by `ms`, and looks again.
     * Returns the second result.
     */
    async after(ms: number) {
      await readers.unread([OLD])
      now += ms
      return readers.unread([OLD])
    },
  }
}
const renewed = (beat: string, version = 8): ReaderLease => ({ id: 'old', beat, versions: { reports: version } })

it('keeps a table as long as the lease of a process that reads it is renewed', async () => {
  const { leases, after } = watched()
  for (let n = 0; n < 5; n++) {
    await leases.renew(renewed(`${n}`))
    expect(await after(LEASE_GRACE_PERIOD_MS)).toEqual([])
  }
})

it('gives a table up after the grace once its last reader has ended its lease', async () => {
  const { leases, after } = watched()
  const lease = await startReaderLease({ leases }, log as never, { reports: 8 })
  expect(await after(LEASE_GRACE_PERIOD_MS * 2)).toEqual([])
  await lease.end()
  expect(await after(LEASE_GRACE_PERIOD_MS)).toEqual([])
  expect(await after(1)).toEqual([OLD])
})

it('takes a lease that is not renewed for ended, and removes it', async () => {
  const { leases, after } = watched()
  await leases.renew(renewed('1'))
  expect(await after(LEASE_GRACE_PERIOD_MS + 1)).toEqual([])
  expect(leases.held.size).toBe(0)
  expect(await after(LEASE_GRACE_PERIOD_MS + 1)).toEqual([OLD])
})

it('starts the grace again when a reader comes back', async () => {
  const { leases, after } = watched()
  expect(await after(LEASE_GRACE_PERIOD_MS)).toEqual([])
  await leases.renew(renewed('1'))
  expect(await after(LEASE_GRACE_PERIOD_MS)).toEqual([])
  await leases.end('old')
  expect(await after(LEASE_GRACE_PERIOD_MS)).toEqual([])
})

it('asks only for readers of that very version', async () => {
  const { leases, after } = watched()
  await leases.renew(renewed('1', 9))
  expect(await after(LEASE_GRACE_PERIOD_MS + 1)).toEqual([OLD])
})
