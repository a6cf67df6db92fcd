/** The figures of a report on a day or a week, out of the rows; the same whether it is asked for on time or a little late. */
import { type Digest, periodOf } from '#contract/digests.ts'
import type { ViewName } from '#contract/tables.ts'
import type { CompositionRecord, Delivery, FuelLog, Report, Schedule } from '#contract/views.ts'
import type { Filter, Row } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Figures } from '../notifications/send-digest.ts'

type Reads = Pick<Kernel, 'rows'>

/** `until` (ISO 8601) ends the period: it is no part of it, its beginning is. */
export function readDigestFigures(kernel: Reads, digest: Digest, until: string): Promise<Figures> {
  const { from } = periodOf(digest, until)
  return digest === 'daily' ? cityFigures(kernel, from, until) : siteFigures(kernel, from, until)
}

async function rowsOf<Shape>(kernel: Reads, view: ViewName, filter: Filter): Promise<Readonly<Row & Shape>[]> {
  return (await kernel.rows.upToNow(view)).find<Row & Shape>(view, { filter })
}

/** What a dispatcher looks back on. */
async function cityFigures(kernel: Reads, from: string, until: string): Promise<Figures> {
  const within = (at = '') => at >= from && at < until
  const since = { $gte: from }
  const [reports, schedules, trips] = await Promise.all([
    rowsOf<Report>(kernel, 'reports', { $or: [{ timestamp: since }, { collectedAt: since }, { open: true }] }),
    rowsOf<Schedule>(kernel, 'schedules', { status: 'completed', completedAt: since }),
    rowsOf<FuelLog>(kernel, 'trips', { trip_end: since }),
  ])
  const made = reports.filter(({ timestamp }) => within(timestamp)).length
  const collected = reports.filter(({ collectedAt }) => within(collectedAt)).length
  const open = reports.filter(({ timestamp, collectedAt = until }) => timestamp < until && collectedAt >= until).length
  const completed = schedules.filter(({ completedAt }) => within(completedAt)).length
  const litres = trips.filter(({ trip_end }) => within(trip_end)).reduce((sum, trip) => sum + trip.fuel_consumed, 0)
  return {
    reports: { amount: made, one: 'bin reported', many: 'bins reported' },
    collected: { amount: collected, one: 'collected', many: 'collected' },
    stillOpen: { amount: open, one: 'still open', many: 'still open' },
    collections: { amount: completed, one: 'collection completed', many: 'collections completed' },
    litres: { amount: Math.round(litres * 10) / 10, one: 'litre burnt', many: 'litres burnt' },
  }
}

/** What a recycler looks back on. */
async function siteFigures(kernel: Reads, from: string, until: string): Promise<Figures> {
  const within = (at = '') => at >= from && at < until
  const [deliveries, compositions] = await Promise.all([
    rowsOf<Delivery>(kernel, 'deliveries', { arrivedAt: { $gte: from } }),
    rowsOf<CompositionRecord>(kernel, 'compositions', { created_at: { $gte: from } }),
  ])
  const arrived = deliveries.filter(({ arrivedAt }) => within(arrivedAt)).length
  // What a site held when it was opened is recorded under that time; it is no update.
  const isUpdate = ({ id, site_id, created_at }: CompositionRecord) => id !== `${site_id}@${created_at}`
  const updated = compositions.filter((one) => within(one.created_at) && isUpdate(one)).length
  return {
    deliveries: { amount: arrived, one: 'delivery arrived', many: 'deliveries arrived' },
    compositions: { amount: updated, one: 'composition update', many: 'composition updates' },
  }
}
