/** The seeded year on a real log: each happening at its own time, and a seed that was stopped goes on without doubling. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Happening } from '#contract/happening.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import type { Kernel } from './kernel/kernel.ts'
import { openKernel } from './kernel/open-kernel.ts'
import { residentId, seedYear } from './seed-year.ts'

const CUSTOMERS = { 'Ablekuma North': 3, 'Ayawaso West': 50 }

const resident = (n: number) => ({
  id: `ablekuma-north-${n}`,
  zone: 'Ablekuma North' as const,
  name: `Resident ${n}`,
  email: `resident-${n}@residents.example`,
  phone: `+233 00 000 000${n}`,
})
const on = (day: number, type: Happening['type'], of: object): Happening => {
  const at = new Date(Date.UTC(2026, 0, day, 7, 30))
  return { id: `test/${type}/${JSON.stringify(of).length}/${day}`, at, type, ...of } as Happening
}
const reported = (day: number, n: number) =>
  on(day, 'ReportBinFull', { resident: resident(n), body: { description: `Full, says ${n}`.padEnd(20 + n) } })
const collected = (day: number, ...numbers: number[]) =>
  on(day, 'MarkAllCollected', {
    body: { dumpingSiteId: 'WS001', truckId: 'T001' },
    zones: ['Ablekuma North'],
    reporters: numbers.map(resident),
  })
const YEAR = [
  ...[1, 2, 3].map((n) => on(n, 'SignUp', { resident: resident(n) })),
  reported(4, 1),
  reported(5, 2),
  collected(6, 1, 2),
  on(7, 'Refuel', { body: { vehicle_id: 'T001', liters_added: 80, cost_per_liter: 10 } }),
  reported(8, 2),
]

let folder: string
let kernel: Kernel
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  kernel = await openKernel({ store, vault, reads: openMemoryReadStore(), log: createLog('test', 'error') })
})
afterEach(async () => {
  await Promise.all([kernel.store.close(), kernel.vault.close()])
  rmSync(folder, { recursive: true })
})

const binOf = (n: number) => kernel.store.readStream(`bin-${residentId(resident(n))}`)

describe('seedYear', () => {
  it('makes history of happenings, each at its own time', async () => {
    const seeded = await seedYear(kernel, YEAR, CUSTOMERS)
    expect(seeded.done).toEqual({ SignUp: 3, ReportBinFull: 3, MarkAllCollected: 1 })
    const told = { total: 3, threshold: 3 }
    expect((await binOf(2)).map(({ type, data }) => ({ type, ...data }))).toMatchObject([
      { type: 'BinReportedFull', reportedAt: '2026-01-05T07:30:00.000Z', told: { ...told, reportedCount: 2 } },
      { type: 'ReportCollected', collectedAt: '2026-01-06T07:30:00.000Z', siteId: 'WS001' },
      { type: 'BinReportedFull', reportedAt: '2026-01-08T07:30:00.000Z', told: { ...told, reportedCount: 1 } },
    ])
  })

  it('names what it does not know', async () => {
    expect((await seedYear(kernel, YEAR, CUSTOMERS)).leftOut).toEqual({ Refuel: 1 })
  })

  it('keeps names and words sealed', async () => {
    await seedYear(kernel, YEAR, CUSTOMERS)
    const [first] = await binOf(1)
    expect(JSON.stringify(first)).not.toMatch(/Resident 1|says/)
    const sealed = String(first && 'sealed' in first.data && first.data.sealed)
    const personId = residentId(resident(1))
    expect(await kernel.sealer.open([{ personId, sealed }])).toMatchObject([{ name: 'Resident 1' }])
  })

  it.each([1, 4, 6, 8])('goes on after a stop behind happening %i, as if it had not stopped', async (count) => {
    await seedYear(kernel, YEAR.slice(0, count), CUSTOMERS)
    await seedYear(kernel, YEAR, CUSTOMERS)
    const head = await kernel.store.head()
    await seedYear(kernel, YEAR, CUSTOMERS)
    expect(await kernel.store.head()).toBe(head)
    expect(await binOf(1)).toHaveLength(2)
    expect(await binOf(2)).toHaveLength(3)
  })

  it('stops at a command that is refused, and says which', async () => {
    const twice = [...YEAR, reported(9, 2)]
    await expect(seedYear(kernel, twice, CUSTOMERS)).rejects.toThrow('refused at test/ReportBinFull')
  })

  it('lets nobody sign in as a simulated resident', async () => {
    await seedYear(kernel, YEAR, CUSTOMERS)
    const credentials = await kernel.vault.credentials(residentId(resident(1)))
    expect(credentials?.passwordHash).not.toMatch(/^\$argon2/)
  })
})
