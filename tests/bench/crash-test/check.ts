/** Checks acknowledged commands against the log that a killed process left, and the server's rows. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LOG_START, type LoggedEvent } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { call } from '../calls.ts'
import type { CrashTestResident } from './resident.ts'

export interface CrashTestOptions {
  kills: number
  /** Number of residents who write at the same time. */
  residents?: number
  say?: (line: string) => void
}

export interface CrashTestResult {
  kills: number
  acked: number
  /** Number of acknowledged commands that are missing from the log or from the rows. */
  lost: number
  /** Count of events that are stored more than once, or that no command explains. */
  doubled: number
}

/** Result of a check, with one sentence for each fault. */
export interface CheckFaults {
  lost: string[]
  doubled: string[]
}

/**
 * Reads all events from a copy of the log.
 * The server itself must recover the original.
 */
export async function readLog(dataDir: string): Promise<LoggedEvent[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-log-'))
  for (const name of ['log.db', 'log.db-wal'])
    if (existsSync(path.join(dataDir, name))) copyFileSync(path.join(dataDir, name), path.join(folder, name))
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const events = await store.readAll(LOG_START, Number.MAX_SAFE_INTEGER)
  await store.close()
  rmSync(folder, { recursive: true })
  return events
}

/**
 * Expects exactly one event for each acknowledged command.
 * Other events may come only from commands that the server has not answered.
 * A command that was given up after the answer 'nothing saved' must have left no event.
 */
export function checkLog(events: readonly LoggedEvent[], residents: readonly CrashTestResident[]): CheckFaults {
  const verdict: CheckFaults = { lost: [], doubled: [] }
  const ofReport = new Map<string, LoggedEvent>()
  const ofCommand = new Set<string>()
  const perBin = new Map<string, number>()
  for (const event of events) {
    if (!event.stream.startsWith('bin-')) continue
    const name = `${event.type} ${(event.data as { reportId: string }).reportId}`
    if (ofReport.has(name) || ofCommand.has(event.meta.commandId)) verdict.doubled.push(`${name} at ${event.position}`)
    ofReport.set(name, event)
    ofCommand.add(event.meta.commandId)
    perBin.set(event.stream, (perBin.get(event.stream) ?? 0) + 1)
  }
  for (const { userId, acknowledged, pending } of residents) {
    for (const { kind, reportId, position } of acknowledged)
      if (ofReport.get(`${kind} ${reportId}`)?.position !== position)
        verdict.lost.push(`${kind} ${reportId}, acknowledged at ${position}`)
    const extra = (perBin.get(`bin-${userId}`) ?? 0) - acknowledged.length - (pending ? 1 : 0)
    if (extra > 0) verdict.doubled.push(`${extra} more events in the bin of ${userId} than commands`)
  }
  return verdict
}

interface Rows {
  reports: { id: string; userId: string; status: string }[]
}

/** Expects that exactly those reports are open that were acknowledged and not collected. */
export async function checkOpenReports(
  url: string,
  token: string,
  residents: readonly CrashTestResident[],
): Promise<CheckFaults> {
  const verdict: CheckFaults = { lost: [], doubled: [] }
  const { body } = await call<Rows>(url, { method: 'GET', path: '/auth/reports/active', token })
  for (const { userId, open, pending } of residents) {
    const shown = body.reports.filter((row) => row.userId === userId).map((row) => row.id)
    if (shown.length > 1) verdict.doubled.push(`${userId} has ${shown.length} open reports`)
    if (!pending && shown[0] !== open) verdict.lost.push(`the board shows ${shown[0]} of ${userId} and not ${open}`)
  }
  return verdict
}

/** Expects that the rows of each resident contain each acknowledged report once, with its status. */
export async function checkRows(
  url: string,
  tokens: Map<string, string>,
  residents: readonly CrashTestResident[],
): Promise<CheckFaults> {
  const verdict: CheckFaults = { lost: [], doubled: [] }
  for (const { userId, acknowledged } of residents) {
    const asked = { method: 'GET', path: `/auth/reports/user/${userId}`, token: tokens.get(userId) } as const
    const { body } = await call<Rows>(url, asked)
    const rows = new Map(body.reports.map((row) => [row.id, row.status]))
    if (rows.size < body.reports.length) verdict.doubled.push(`a row of ${userId}`)
    const expected = new Map(
      acknowledged.map(({ reportId, kind }) => [reportId, kind === 'ReportCollected' ? 'collected' : 'new']),
    )
    for (const [id, status] of expected) if (rows.get(id) !== status) verdict.lost.push(`the row of ${id}`)
    for (const id of rows.keys()) if (!expected.has(id)) verdict.doubled.push(`a row without a command: ${id}`)
  }
  return verdict
}
