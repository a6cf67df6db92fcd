/** Schema of the installation's configuration: one versioned document that dispatchers edit. */

import { msg } from '#contract/languages/message.ts'
import '../http/validation-messages.ts'
import { z } from 'zod'
import { type CitySettings, DEFAULT_CITY } from '#domain/city-settings.ts'
import { DEFAULT_COLLECTION_THRESHOLDS, UNCONFIRMED_REPORT_RULES } from '#domain/report-rules.ts'
import { STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import { INITIAL_ZONE_DISTANCES_KM, INITIAL_ZONES } from '#domain/zones.ts'
import { zoneIdSchema } from '../fields.ts'
import { createLineSchema, createRequiredLineSchema } from '../text.ts'
import { coordinatesSchema } from '../zones/commands.ts'

const km = z.number(msg`Enter a distance`.message).min(0, 'At least 0').max(1_000, 'At most 1,000')
const price = z.number(msg`Enter a price`.message).min(0, 'At least 0').max(1_000, 'At most 1,000')

/** A dumping site in the configuration. */
export const ConfiguredSite = z.object({
  id: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{2,20}$/, msg`Use letters, digits and hyphens`.message),
  name: createRequiredLineSchema('Name', 80),
  location: createLineSchema(120).default(''),
  coordinates: coordinatesSchema,
})
export type ConfiguredSite = z.infer<typeof ConfiguredSite>

/**
 * Returns whether a name is an IANA time zone.
 * Offsets such as +05:45 have no summer time and limited support.
 */
const isTimeZone = (name: string) => {
  try {
    return /^[A-Z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Names of the city, its currency and its fuels. */
export const CityDetails = z.object({
  name: createRequiredLineSchema('City', 60),
  country: createRequiredLineSchema('Country', 60),
  currency: z.object({
    code: z.string().regex(/^[A-Z]{3}$/, msg`Use three capital letters`.message),
    symbol: createRequiredLineSchema('Symbol', 6),
  }),
  timeZone: z.string().refine(isTimeZone, msg`There is no such time zone`.message),
  fuels: z.object({ diesel: createRequiredLineSchema('Name', 20), petrol: createRequiredLineSchema('Name', 20) }),
}) satisfies z.ZodType<CitySettings>

export const Configuration = z.object({
  zone_customers: z.record(
    zoneIdSchema,
    z.object({
      totalCustomers: z.int(msg`Enter a whole number`.message).min(1, 'At least 1').max(1_000_000, 'At most 1,000,000'),
    }),
  ),
  dumping_sites: z.array(ConfiguredSite).min(1, msg`At least one dumping site must remain`.message).max(50),
  /** One-way distances in km, by zone and then by site id. */
  zone_distances: z.record(zoneIdSchema, z.record(z.string(), km)),
  /** Currency units per litre. */
  fuel_prices: z.object({ diesel: price, petrol: price }),
  thresholds: z.object({
    /** Percent of a zone's customers at which a collection is recommended. */
    recommendPercent: z.number(msg`Enter a percentage`.message).min(1, 'At least 1').max(100, 'At most 100'),
    /** In zones with at most this many customers, a collection is recommended only when all have reported. */
    smallZone: z.int(msg`Enter a whole number`.message).min(0, 'At least 0').max(1_000_000, 'At most 1,000,000'),
  }),
  compositionDateShiftHours: z.number(msg`Enter hours`.message).min(-24, 'At least -24').max(24, 'At most 24'),
  city: CityDetails,
  /**
   * Whether reports of accounts with an unconfirmed email count.
   * With `automatic`, they count if the installation can't send mail.
   */
  unconfirmedReports: z.enum(UNCONFIRMED_REPORT_RULES),
  /** Exceptions that drivers can choose; absent means all. */
  stop_exceptions: z.array(z.enum(STOP_EXCEPTIONS)).min(1, msg`Choose at least one`.message).optional(),
  /** Whether collections are scheduled automatically when a zone reaches its threshold. */
  automaticDispatch: z.boolean(),
  /** Whether the demo's simulated activity runs; its seed switches it on. */
  simulatedActivity: z.boolean(),
})
export type Configuration = z.infer<typeof Configuration>

/**
 * Configuration that applies until a dispatcher saves another one.
 * It contains no sites, because the opened sites are added to it.
 */
export const DEFAULT_CONFIGURATION: Omit<Configuration, 'dumping_sites'> = {
  zone_customers: Object.fromEntries(INITIAL_ZONES.map(({ name, customers }) => [name, { totalCustomers: customers }])),
  zone_distances: INITIAL_ZONE_DISTANCES_KM as Configuration['zone_distances'],
  fuel_prices: { diesel: 10, petrol: 12.5 },
  thresholds: DEFAULT_COLLECTION_THRESHOLDS,
  compositionDateShiftHours: 2,
  city: DEFAULT_CITY,
  unconfirmedReports: 'automatic',
  automaticDispatch: false,
  simulatedActivity: false,
}

/** The configuration with its version and last change. */
export const ConfigurationView = Configuration.extend({
  version: z.number(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  /**
   * Set if this installation ever had simulated activity.
   * Only such installations show the switch for simulated activity.
   */
  simulatedCity: z.literal(true).optional(),
})
export type ConfigurationView = z.infer<typeof ConfigurationView>
