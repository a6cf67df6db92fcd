/**
 * Job that sends a digest: the figures of a past day or week, counted from the rows.
 * If the job runs slightly late, the figures are the same.
 */
import { type DigestFigures, DigestJobData, digestPeriodOf } from '#contract/notifications/digests.ts'
import type { CompositionRecord, Delivery, Report, Schedule, TripLog } from '#contract/views.ts'
import { simulatedMarkOfRows } from '#domain/simulated-mark.ts'
import type { DecisionRows } from '#platform/read-store/current-rows.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineJob } from '../runner/job.ts'

export const digestJob = defineJob({
  data: DigestJobData,
  async run(due, commandId, { rows, send }) {
    await send(commandId, { type: 'SendDigest', ...due, ...(await count(rows, due)) })
  },
})

interface DigestCounts {
  figures: DigestFigures
  simulated?: true
}

/** Counts a period's figures, including its start but not `until` (both ISO 8601). */
function count(rows: DecisionRows, due: DigestJobData): Promise<DigestCounts> {
  const { from, until } = digestPeriodOf(due)
  return due.digest === 'daily' ? countCity(rows, from, until) : countSites(rows, from, until)
}

/** Counts the figures for a dispatcher's digest. */
async function countCity(current: DecisionRows, from: string, until: string): Promise<DigestCounts> {
  const within = (at = '') => at >= from && at < until
  const since = { $gte: from }
  const rows = await current.upToNow('reports', 'schedules', 'trips')
  const [reports, schedules, trips] = await Promise.all([
    rows.find<Row & Report>('reports', {
      filter: { replaced: false, $or: [{ timestamp: since }, { collectedAt: since }, { open: true }] },
    }),
    rows.find<Row & Schedule>('schedules', { filter: { status: 'completed', completedAt: since } }),
    rows.find<Row & TripLog>('trips', { filter: { trip_end: since } }),
  ])
  const made = reports.filter(({ timestamp }) => within(timestamp))
  const collected = reports.filter(({ collectedAt }) => within(collectedAt))
  const open = reports.filter(({ timestamp, collectedAt = until }) => timestamp < until && collectedAt >= until)
  const completed = schedules.filter(({ completedAt }) => within(completedAt))
  const driven = trips.filter(({ trip_end }) => within(trip_end))
  const litres = driven.reduce((sum, trip) => sum + trip.fuel_consumed, 0)
  return {
    figures: {
      reports: made.length,
      collected: collected.length,
      stillOpen: open.length,
      collections: completed.length,
      litres: Math.round(litres * 10) / 10,
    },
    ...simulatedMarkOfRows(made, collected, open, completed, driven),
  }
}

/** Counts the figures for a recycler's digest. */
async function countSites(current: DecisionRows, from: string, until: string): Promise<DigestCounts> {
  const within = (at = '') => at >= from && at < until
  const rows = await current.upToNow('deliveries', 'compositions')
  const [deliveries, compositions] = await Promise.all([
    rows.find<Row & Delivery>('deliveries', { filter: { arrivedAt: { $gte: from } } }),
    rows.find<Row & CompositionRecord>('compositions', { filter: { created_at: { $gte: from } } }),
  ])
  const arrived = deliveries.filter(({ arrivedAt }) => within(arrivedAt))
  // The first composition record of a site dates from the site's opening.
  // It does not count as an update.
  const isUpdate = ({ id, site_id, created_at }: CompositionRecord) => id !== `${site_id}@${created_at}`
  const updated = compositions.filter((record) => within(record.created_at) && isUpdate(record))
  return {
    figures: {
      deliveries: arrived.length,
      tonnes: tonnesOf(arrived),
      estimatedTonnes: tonnesOf(arrived.filter(({ estimated }) => estimated)),
      compositions: updated.length,
    },
    ...simulatedMarkOfRows(arrived, updated),
  }
}

const tonnesOf = (deliveries: readonly Delivery[]) =>
  Math.round(deliveries.reduce((kg, { weight = 0 }) => kg + weight, 0) / 100) / 10
