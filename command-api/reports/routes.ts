/** The reports' command at the door: report the own bin full. */
import type { Zone } from '#contract/city.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { EventData, EventOf } from '#contract/events.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import { recommendAt } from '#contract/tables.ts'
import type { Handlers } from '#platform/http/api.ts'
import { bin, binStream } from '../bin.ts'
import { isRejection } from '../kernel/decider.ts'
import { type Envelope, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { reportBinFull } from './report-bin-full.ts'
import { createZoneFigures } from './zone-figures.ts'

export interface Reporter {
  userId: string
  zone: Zone
  /** As it is to stand on the board. */
  name: string
}

/** Reports a bin full for a reporter; what the door, the seed and the benches call. */
export type ReportFor = (
  reporter: Reporter,
  description: string | undefined,
  envelope: Envelope,
) => Promise<AnswerOf<'reportBinFull'> | Rejection>

export function createReportFor({ store, sealer, reads, clock }: Kernel): ReportFor {
  const figures = createZoneFigures(reads)
  return async ({ userId, zone, name }, description, envelope) => {
    const sealed = await sealer.seal(userId, { name, description })
    const handled = await handle(
      store,
      binStream(userId),
      bin,
      async (state) => {
        const { openReports, totalCustomers: total, thresholds } = await figures.read(zone)
        const told = { reportedCount: openReports + 1, total, threshold: recommendAt(total, thresholds) }
        return reportBinFull({ userId, zone, sealed, told }, state, clock())
      },
      envelope,
    )
    if (isRejection(handled)) return handled
    figures.wrote(zone, handled.position)
    const reported = handled.events.find((one): one is EventOf<'BinReportedFull'> => one.type === 'BinReportedFull')
    if (!reported) return reject('internal', 'The report was not recorded.')
    return toAnswer(reported.data, description, handled.position)
  }
}

export function reportRoutes(reportFor: ReportFor, nameOf: (userId: string) => Promise<string | undefined>): Handlers {
  return {
    async reportBinFull({ body, principal, commandId, fingerprint }) {
      const { userId, zone } = principal
      if (body.userId && body.userId !== userId) return reject('forbidden', 'You can only report your own bin.')
      if (!zone) return reject('forbidden', 'Your account has no zone yet.')
      const name = await nameOf(userId)
      if (name === undefined) return reject('unauthenticated', 'Missing user')
      return reportFor({ userId, zone, name }, body.description, { commandId, fingerprint, actor: userId })
    },
  }
}

function toAnswer(data: EventData<'BinReportedFull'>, description: string | undefined, position: number) {
  const { reportId: id, userId, zone, reportedAt: timestamp, told } = data
  return {
    report: { id, userId, zone, description, timestamp, status: 'new' as const },
    ...told,
    position: String(position),
  }
}
