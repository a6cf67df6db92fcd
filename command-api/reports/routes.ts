/** HTTP handlers that report a bin, reopen a report, and locate bins. */

import type { EventData, EventOf } from '#contract/events.ts'
import { createSchemaFieldPicker } from '#contract/fields.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { OwnReport } from '#contract/reports/views.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { countReportsTowardsCollection, type ZoneRow } from '#contract/tables.ts'
import type { Zone } from '#domain/city.ts'
import { areUnconfirmedReportsCounted, type ReopeningReason, recommendationThresholdOf } from '#domain/report-rules.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { EndpointCall, HandlerAnswer, Handlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { type Bin, handleBinCommand, reporterOf } from '../aggregates/bin.ts'
import { recordBinPlace } from '../aggregates/place-bin.ts'
import { isZoneOpen, loadZone } from '../aggregates/zone.ts'
import { gatherNoFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { NO_REPORT_REJECTION, reopenReport } from './reopen-report.ts'
import { reportBinFull } from './report-bin-full.ts'

export interface Reporter {
  userId: string
  zone: Zone
  /** Name of the reporter as shown to dispatchers. */
  name: string
  /** Set if the reporter's email is not confirmed. */
  unconfirmed?: true
  /** Set if the report came by phone. */
  via?: 'phone'
}

const refuseClosed = (zone: Zone) =>
  reject('conflict', msg`${{ zone }} was closed. Choose your new zone and report again.`)

/** Reports a full bin, for the HTTP API, seed and benchmarks. */
export type BinReporter = (
  reporter: Reporter,
  description: string | undefined,
  envelope: Envelope,
) => Promise<HandlerAnswer<'reportBinFull'> | Rejection>

export function createBinReporter(kernel: Kernel): BinReporter {
  const { store, sealer, rows, clock } = kernel
  const figures = createZoneFigures({ rows })
  return async ({ userId, zone, name, unconfirmed, via }, description, envelope) => {
    const sealed = await sealer.seal(userId, { name, description })
    const gather = async () => {
      const state = await loadZone(store, zone)
      if (!isZoneOpen(state, zone)) return refuseClosed(zone)
      return figures.read(zone, state.opened.customers)
    }
    const decide = (ownBin: Bin, { reports, totalCustomers: total, thresholds, unconfirmedToo }: ReportFigures) => {
      const counts = !unconfirmed || unconfirmedToo
      const reportedCount = Math.min(total, reports + (counts ? 1 : 0))
      const progress = { reportedCount, total, threshold: recommendationThresholdOf(total, thresholds) }
      return reportBinFull({ userId, zone, sealed, told: progress, unconfirmed, via }, ownBin, clock())
    }
    const handled = await handleBinCommand(kernel, userId, { gather, decide }, envelope)
    if (isRejection(handled)) return handled
    figures.wrote(zone, { position: handled.position, unconfirmed })
    const reported = handled.events.find(
      (event): event is EventOf<'BinReportedFull'> => event.type === 'BinReportedFull',
    )
    if (!reported) return reject('internal', msg`The report was not recorded.`)
    const { data } = reported
    return { report: toOpenReport(data, description), ...data.told, position: handled.position }
  }
}

/** Returns an account's name and confirmation, or undefined. */
type PersonOf = (userId: string) => Promise<Pick<Reporter, 'name' | 'unconfirmed'> | undefined>

export function createReportHandlers(kernel: Kernel, reportFor: BinReporter, personOf: PersonOf): Handlers {
  return {
    async placeBin({ body: { confirm, ...place }, principal: { userId, zone }, envelope }) {
      return recordBinPlace(kernel, { userId, zone, place, confirm, source: 'resident' }, envelope)
    },

    async reportBinFull({ body, principal, envelope }) {
      const { userId, zone } = principal
      if (body.userId && body.userId !== userId) return reject('forbidden', msg`You can only report your own bin.`)
      if (!zone) return reject('forbidden', msg`Your account has no zone yet.`)
      const person = await personOf(userId)
      if (!person) return reject('unauthenticated', msg`Missing user`)
      return reportFor({ userId, zone, ...person }, body.description, envelope)
    },
  }
}

const pickOwnReportFields = createSchemaFieldPicker(OwnReport)

/** Returns an open or reopened report as its resident sees it. */
function toOpenReport(
  data: EventData<'BinReportedFull'> | Omit<EventData<'ReportReopened'>, 'collectedAt'>,
  description: string | undefined,
) {
  const { reportId: id, reportedAt: timestamp } = data
  return { ...pickOwnReportFields(data), id, description, timestamp, status: 'new' as const }
}

interface ReportFigures extends Pick<ZoneRow, 'totalCustomers' | 'thresholds'> {
  /** Number of reports that count towards the thresholds, excluding the one being recorded. */
  reports: number
  /** Whether reports of unconfirmed accounts count too. */
  unconfirmedToo: boolean
}

interface RecordedReport {
  position: number
  /** Set if the reporter's email is not confirmed. */
  unconfirmed?: true | undefined
}

interface ZoneFigures {
  /**
   * Reads a zone's report figures, only for display.
   * `customers` is the zone's initial number of customers, used if the zone has no row.
   */
  read(zone: Zone, customers: number): Promise<ReportFigures>
  /**
   * Adds a report that this process recorded to the zone's figures.
   * Ends once the zone's row contains the report.
   */
  wrote(zone: Zone, report: RecordedReport): void
}

function createZoneFigures({ rows }: Pick<Kernel, 'rows'>): ZoneFigures {
  const written = new Map<Zone, RecordedReport[]>()
  return {
    async read(zone, customers) {
      const [row] = await (await rows.standing('zones')).get<ZoneRow>('zones', [zone])
      const ahead = (written.get(zone) ?? []).filter(({ position }) => position > (row?.position ?? 0))
      written.set(zone, ahead)
      const unconfirmedToo = areUnconfirmedReportsCounted(row?.unconfirmedRule, row?.mailServer)
      const counted = ahead.filter(({ unconfirmed }) => !unconfirmed || unconfirmedToo)
      return {
        reports: (row ? countReportsTowardsCollection(row) : 0) + counted.length,
        unconfirmedToo,
        totalCustomers: row?.totalCustomers ?? customers,
        thresholds: row?.thresholds ?? DEFAULT_CONFIGURATION.thresholds,
      }
    },
    wrote(zone, report) {
      const ahead = written.get(zone) ?? []
      // Adds a report once: a repeated command returns the same log position.
      if (!ahead.some(({ position }) => position === report.position)) written.set(zone, [...ahead, report])
    },
  }
}

type Reopened = EventData<'ReportReopened'>

interface ReportCall extends Pick<EndpointCall<'reopenReport' | 'undoCollection'>, 'params' | 'envelope'> {
  principal: { userId: string }
}

/** Returns a function that reopens a collected report. */
export function createReportReopener(kernel: Kernel) {
  const { sealer, rows, clock } = kernel

  /** Reads from the report's row whether the report is in no load, and whether it is simulated. */
  async function factsOf(reportId: string) {
    const [row] = await (await rows.upToNow('reports')).get<Row & { loose?: true; simulated?: true }>('reports', [
      reportId,
    ])
    return { loose: row?.loose, mark: row?.simulated ? { simulated: true as const } : {} }
  }

  async function reopen({ params: { id: reportId }, principal, envelope }: ReportCall, reason: ReopeningReason) {
    const reporter = reporterOf(reportId)
    if (!reporter) return NO_REPORT_REJECTION
    const { loose, mark } = await factsOf(reportId)
    const command = { reportId, reason, reopenedBy: principal.userId, loose }
    const decide = (state: Bin) => reopenReport(command, state, clock())
    const handled = await handleBinCommand(
      kernel,
      reporter,
      { gather: gatherNoFacts, decide },
      { ...envelope, ...mark },
    )
    if (isRejection(handled)) return handled
    const reopened = handled.events.find((event) => event.type === 'ReportReopened')
    if (!reopened) return reject('internal', msg`The report was not reopened.`)
    return answer(reopened.data, handled.position)
  }

  async function answer({ collectedAt: _, ...reopened }: Reopened, position: number) {
    const { userId, sealed } = reopened
    const [opened] = await sealer.open<{ description?: string }>([{ personId: userId, sealed }])
    return { report: toOpenReport(reopened, opened?.description), position }
  }

  return reopen
}

const NOT_OWN_REPORT = reject('forbidden', msg`You can only reopen your own reports.`)

export function createReportReopeningHandlers(kernel: Kernel, reopen = createReportReopener(kernel)): Handlers {
  return {
    async reopenReport(call) {
      const reporter = reporterOf(call.params.id)
      if (!reporter) return NO_REPORT_REJECTION
      return reporter === call.principal.userId ? reopen(call, 'not-collected') : NOT_OWN_REPORT
    },
    undoCollection: (call) => reopen(call, 'mistake'),
  } satisfies Handlers
}
