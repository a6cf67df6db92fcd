/** Helpers to prepare benchmarks and tests: a kernel, accounts with tokens, and a log of events. */

import path from 'node:path'
import { registerAccount } from '#command-api/accounts/register.ts'
import { reportIdOf } from '#command-api/aggregates/bin.ts'
import { openFirstZones } from '#command-api/internal-commands/seed.ts'
import { type Kernel, openKernel } from '#command-api/kernel/kernel.ts'
import type { Reporter } from '#command-api/reports/routes.ts'
import { handleOpenZone } from '#command-api/zones/open-zone.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { Role, Zone } from '#domain/city.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { TOKEN_LIFETIME_MS } from '#platform/auth/tokens.ts'
import { type EventStore, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { createLogPositionMarks } from '#platform/read-store/log-marks.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { projectionViews } from '#projections/app.ts'
import { memoryLayoutOf } from '#projections/queries/memory-layout.ts'
import { type ProjectionRunner, startProjectionRunner } from '#projections/runner/runner.ts'
import { generateCity } from '../journeys/generated-city.ts'
import type { Call } from './calls.ts'

export const quietLog = createLog('bench', 'error')

/** Opens the SQLite read store of a data folder with the same options as start.ts. */
export const openReadStoreIn = (folder: string, store: EventStore) =>
  openSqliteReadStore(path.join(folder, 'views.db'), {
    layoutOf: memoryLayoutOf,
    marks: createLogPositionMarks(store),
    log: quietLog,
  })

/** Opens a kernel and its views on the files of `folder`, like start.ts. */
export async function openInProcessKernel(folder: string) {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  const reads = await openReadStoreIn(folder, store)
  const kernel = await openKernel({ store, vault, reads, log: quietLog })
  const runner = startProjectionRunner({ store, reads, views: projectionViews, log: quietLog })
  await openFirstZones(kernel)
  await runner.ready
  const close = async () => {
    await runner.stop()
    // Closes the read store first, because closing it reads the newest event of the log.
    await reads.close()
    await Promise.all([store.close(), vault.close()])
  }
  return { kernel, runner, close }
}

/** Waits until the rows have caught up with the log. */
export async function waitUntilCaughtUp({
  kernel,
  runner,
}: {
  kernel: Pick<Kernel, 'store'>
  runner: Pick<ProjectionRunner, 'position'>
}) {
  const head = await kernel.store.head()
  while (runner.position() < head) await new Promise((resolve) => setTimeout(resolve, 1))
}

/**
 * Opens `count` zones: the initial zones and additional generated ones.
 * Returns their names.
 */
export async function openZones(kernel: Kernel, count: number): Promise<readonly Zone[]> {
  const more = generateCity(count, 0).zones.slice(INITIAL_ZONE_NAMES.length)
  for (const zone of more) {
    const envelope = { commandId: `bench/zone-${zone.code}`, fingerprint: 'bench', actor: 'system' }
    const opened = await handleOpenZone(kernel, { ...zone, openedBy: 'system' }, envelope)
    if (isRejection(opened)) throw new Error(opened.message)
  }
  return [...INITIAL_ZONE_NAMES, ...more.map(({ name }) => name)]
}

export interface Account extends Reporter {
  token: string
}

/**
 * Registers accounts in the given zones in turn, each with a session.
 * The stored password hashes match no password.
 */
export async function registerAccounts(
  kernel: Kernel,
  role: Role,
  count: number,
  zones: readonly Zone[] = INITIAL_ZONE_NAMES,
): Promise<Account[]> {
  const one = async (n: number): Promise<Account> => {
    const userId = `ubench-${role}-${n}`
    const zone = zones[n % zones.length] as Zone
    const name = `Bench ${n}`
    await kernel.vault.setPassword(userId, 'no password opens this')
    const person = { userId, name, email: `${userId}@bench.example`, password: '', role, zone }
    await registerAccount(kernel, person, { commandId: userId, fingerprint: '', actor: userId })
    const [sessionId, now] = [`s-${userId}`, Date.now()]
    const times = { since: now, seenAt: now, expiresAt: now + TOKEN_LIFETIME_MS }
    await kernel.vault.openSession(userId, { id: sessionId, device: 'bench', ...times })
    return { userId, zone, name, token: await kernel.tokens.issue({ userId, role, zone, sessionId }, 1, now) }
  }
  const accounts: Account[] = []
  for (let n = 0; n < count; n += 200)
    accounts.push(...(await Promise.all(Array.from({ length: Math.min(200, count - n) }, (_, i) => one(n + i)))))
  return accounts
}

/**
 * Returns one API call per resident.
 * With this call the resident reports a full bin.
 */
export const reportCallsOf = (residents: readonly Account[]): Call[] =>
  residents.map(({ token }) => ({
    method: 'POST',
    path: '/auth/report-bin-full',
    token,
    body: { description: 'The bin at the gate is full' },
  }))

const PEOPLE = 20_000
const EVENTS_AT_ONCE = 25_000
const OPEN = 200

/**
 * Fills a log with about `count` events (up to 2 % more, and those of zones).
 * 20,000 residents register, report, and their bins are collected in turn.
 * Events have the form of real ones.
 * 200 reports stay open.
 */
export async function fillLog(
  folder: string,
  count: number,
  zoneCount: number = INITIAL_ZONE_NAMES.length,
): Promise<void> {
  const { kernel, runner, close } = await openInProcessKernel(folder)
  const zones = await openZones(kernel, zoneCount)
  await runner.stop()
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString()
  const people = Math.min(PEOPLE, Math.ceil(count / 10))
  const perPerson = Math.round(count / people / 2) * 2
  const meta = { commandId: 'bench', fingerprint: 'bench', actor: 'system' }
  const fill = async (n: number, events: number) => {
    const userId = `ubench-${n}`
    const zone = zones[n % zones.length]
    const sealed = await kernel.sealer.seal(userId, { name: `Bench ${n}`, email: `${userId}@bench.example` })
    const account = { type: 'AccountRegistered', data: { userId, role: 'resident', zone, sealed, registeredAt: at } }
    await kernel.store.append(`account-${userId}`, NO_STREAM_REVISION, [{ ...account, id: `account-${n}`, meta }])
    const bin = Array.from({ length: events }, (_, i) => {
      const id = `bin-${n}-${i}`
      const reportId = reportIdOf(userId, (i >> 1) + 1)
      const told = { reportedCount: 1, total: 145, threshold: 116 }
      return i % 2 === 0
        ? { id, meta, type: 'BinReportedFull', data: { reportId, userId, zone, sealed, reportedAt: at, told } }
        : {
            id,
            meta,
            type: 'ReportCollected',
            // The event names the truck's dispatch.
            // Without it, the report would count as collected individually.
            // An individual collection so soon after the report would raise an audit finding.
            data: {
              reportId,
              userId,
              zone,
              reportedAt: at,
              collectedBy: 'ustaff',
              collectedAt: at,
              dispatchId: 'bench',
            },
          }
    })
    await kernel.store.append(`bin-${userId}`, NO_STREAM_REVISION, bin)
  }
  const streamsAtOnce = Math.ceil(EVENTS_AT_ONCE / perPerson)
  for (let n = 0; n < people; n += streamsAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(streamsAtOnce, people - n) }, (_, i) =>
        // Leaves out the last event of the first residents, so that their reports stay open.
        fill(n + i, n + i < OPEN ? perPerson - 1 : perPerson),
      ),
    )
  await close()
}
