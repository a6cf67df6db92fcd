/** Generates random events of reports. */
import type { EventOf } from '#contract/events.ts'
import { type EventGenerator, type GeneratorContext, ownerOf, zoneOf } from './ingredients.ts'

async function reported(n: number, { at: reportedAt, sealer }: GeneratorContext): Promise<EventOf<'BinReportedFull'>> {
  const userId = ownerOf(n)
  const sealed = await sealer.seal(userId, { name: `Name ${userId}`, description: `Bin ${n}` })
  const told = { reportedCount: 1, total: 145, threshold: 116 }
  return { type: 'BinReportedFull', data: { reportId: `r${n}`, userId, zone: zoneOf(n), sealed, reportedAt, told } }
}

/** Reopens report `n` under a new id. */
async function reopened(n: number, m: number, { at, sealer }: GeneratorContext): Promise<EventOf<'ReportReopened'>> {
  const userId = ownerOf(n)
  return {
    type: 'ReportReopened',
    data: {
      ...{ reportId: `r${n}x${m}`, previousId: `r${n}`, userId, zone: zoneOf(n) },
      sealed: await sealer.seal(userId, { name: `Name ${userId}`, description: `Bin ${n} again` }),
      ...{ reportedAt: at, collectedAt: at, reopenedBy: userId, reopenedAt: at },
      ...(m % 2 ? { reason: 'mistake', loose: true } : { reason: 'not-collected' }),
    },
  }
}

/** Sets the location of a bin, or removes it. */
async function placed(n: number, m: number, { at, sealer }: GeneratorContext): Promise<EventOf<'BinPlaced'>> {
  const userId = ownerOf(n)
  const sealed = await sealer.seal(userId, m % 3 ? { landmark: `Kiosk ${m}`, lat: 5.6, lng: -0.2 } : {})
  return { type: 'BinPlaced', data: { userId, sealed, source: m % 2 ? 'driver' : 'resident', placedAt: at } }
}

export const reportEventGenerators = {
  placeBin: (n, m, made) => placed(n, m, made),
  report: (n, _, made) => reported(n, made),
  collect: (n, _, { at }) => ({
    type: 'ReportCollected',
    data: {
      reportId: `r${n}`,
      userId: ownerOf(n),
      zone: zoneOf(n),
      reportedAt: at,
      collectedBy: 'd1',
      collectedAt: at,
    },
  }),
  reopen: (n, m, made) => reopened(n, m, made),
  confirmReport: (n, _, { at }) => ({
    type: 'ReportConfirmed',
    data: { reportId: `r${n}`, userId: ownerOf(n), zone: zoneOf(n), confirmedAt: at },
  }),
} satisfies Record<string, EventGenerator>
