/** Content of notifications: a kind with typed values. */
import { z } from 'zod'
import { STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import { timestampSchema, zoneIdSchema } from '../fields.ts'
import { DIGEST_NAMES, DigestFigures } from './digests.ts'

const id = z.string().min(1)
/** The site's name when the notification was sent. */
const siteName = z.string()
const count = z.int().min(0)
const tonnes = z.number()
const kg = z.number()
/** The truck's zones, in the order of its loads. */
const zones = z.array(zoneIdSchema)

const text = <Kind extends string, Values extends z.ZodRawShape>(kind: Kind, values: Values) =>
  z.object({ kind: z.literal(kind), values: z.object(values) })

/**
 * A notification's kind and the values in its text; messages.ts has the sentences.
 * Times are ISO 8601 texts, figures are numbers, names and ids are texts.
 */
export const NotificationText = z.discriminatedUnion('kind', [
  /**
   * Notification with a text that a person wrote.
   * Also used for all notifications from before the other kinds existed.
   */
  text('text', { title: z.string(), message: z.string() }),

  text('collection-recommended', { zone: zoneIdSchema, reports: count, required: count }),
  text('threshold-reached', { zone: zoneIdSchema, reports: count, required: count }),

  /**
   * A collection was scheduled.
   * `from` and `until` are the expected arrival; older jobs lack them.
   */
  text('collection-scheduled', {
    zone: zoneIdSchema,
    from: timestampSchema.optional(),
    until: timestampSchema.optional(),
  }),
  text('truck-under-way', { zone: zoneIdSchema }),
  text('bin-missed', { zone: zoneIdSchema }),
  /** A report by phone was received; `reference` names it. */
  text('bin-reported', { zone: zoneIdSchema, reference: z.string() }),
  text('bin-collected', { zone: zoneIdSchema }),
  /**
   * The driver did not empty the bin.
   * `at` is the time on the driver's phone.
   */
  text('bin-left', { exception: z.enum(STOP_EXCEPTIONS), at: timestampSchema }),
  /** The bin was marked as collected by mistake. */
  text('collection-undone', { zone: zoneIdSchema }),

  /**
   * A truck started a collection.
   * `reports` is absent if unknown.
   */
  text('collection-started', { vehicle: id, zone: zoneIdSchema, reports: count.optional() }),
  /**
   * A truck left for a site.
   * `reports` is 0 if the truck left without reported bins.
   */
  text('truck-left', { vehicle: id, site: siteName, zones, reports: count, tonnes, arrival: timestampSchema }),
  text('delivery-under-way', { vehicle: id, site: siteName, zones, tonnes, arrival: timestampSchema }),

  text('composition-updated', { site: siteName }),
  /**
   * A site is almost full.
   * `used` and `capacity` are in tonnes.
   */
  text('site-almost-full', { site: siteName, used: tonnes, capacity: tonnes }),
  text('site-full', { site: siteName, used: tonnes, capacity: tonnes }),

  text('composition-disputed', { site: siteName, delivery: id }),
  /**
   * A dispute was settled.
   * `found`: the recyclers' composition applies.
   * `unknown`: the composition is unknown now.
   * `unchanged`: the previous composition stays.
   */
  text('dispute-settled', { site: siteName, delivery: id, outcome: z.enum(['found', 'unknown', 'unchanged']) }),
  text('weight-far-off', { site: siteName, delivery: id, ticket: z.string(), weight: kg, expected: kg }),

  /**
   * Forecast of a day's waste, in tonnes.
   * Loads arrived on `loadDays` of the last `ofDays` days.
   * Both are absent if unknown.
   */
  text('waste-forecast', {
    date: z.iso.date(),
    p10: tonnes,
    p50: tonnes,
    p90: tonnes,
    loadDays: count.optional(),
    ofDays: count.optional(),
  }),

  /** A resident reported that a collected bin was not emptied. */
  text('report-reopened', { zone: zoneIdSchema }),
  /** Many new accounts sent reports within an hour. */
  text('many-new-accounts', { zone: zoneIdSchema, reports: count }),
  text('sign-in-paused', {}),

  text('digest', {
    digest: z.enum(DIGEST_NAMES),
    from: timestampSchema,
    until: timestampSchema,
    figures: DigestFigures,
  }),
])
export type NotificationText = z.infer<typeof NotificationText>
export type NotificationTextKind = NotificationText['kind']
export type NotificationTextValues<Kind extends NotificationTextKind> = Extract<
  NotificationText,
  { kind: Kind }
>['values']

/** Wraps a stored text as a notification of kind 'text'. */
export const createCustomText = (title: string, message: string): NotificationText => ({
  kind: 'text',
  values: { title, message },
})
