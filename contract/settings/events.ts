/** Events of the installation's configuration. */
import { z } from 'zod'
import type { CitySettings } from '#domain/city-settings.ts'
import { timestampSchema, zoneIdSchema } from '../fields.ts'
import { Configuration, ConfiguredSite } from './configuration.ts'

/**
 * City settings as stored in the log, without the limits that commands check.
 * Limits that become stricter must not reject stored values, which would block every change.
 */
const StoredCity = z.object({
  name: z.string(),
  country: z.string(),
  currency: z.object({ code: z.string(), symbol: z.string() }),
  timeZone: z.string(),
  fuels: z.object({ diesel: z.string(), petrol: z.string() }),
}) satisfies z.ZodType<CitySettings>
const StoredConfiguration = Configuration.extend({
  city: StoredCity,
  dumping_sites: z.array(ConfiguredSite.extend({ name: z.string(), location: z.string() })),
})

export const settingsEvents = {
  // The stream `configuration` has the following event.
  ConfigurationChanged: z.object({
    /**
     * Number of the configuration's version, from 1.
     * A save that is based on an older version is refused.
     */
    version: z.int().min(1),
    configuration: StoredConfiguration,
    /** Changed values by path, such as zone_customers.Ablekuma North.totalCustomers. */
    changes: z.array(z.object({ path: z.string(), from: z.unknown().optional(), to: z.unknown().optional() })),
    changedBy: z.string(),
    changedAt: timestampSchema,
  }),

  // Stream mail-server: whether mails are sent or only written to files.
  MailServerSet: z.object({ isSet: z.boolean(), setAt: timestampSchema }),

  // Stream zone-{zone}; only in logs older than the event ZoneOpened.
  ZoneConfigured: z.object({
    zone: zoneIdSchema,
    totalCustomers: z.int().min(1),
    changedBy: z.string(),
    changedAt: timestampSchema,
  }),
}
