/** What the installation is configured to. */
import { z } from 'zod'
import type { CityWords } from '#rules/city-words.ts'
import { Configuration, ConfiguredSite } from '../city/configuration.ts'
import { at, zone } from '../fields.ts'

/** Words are checked where they are sent. A rule that is newer than a stored word must not refuse the next change beside it. */
const StoredCity = z.object({
  name: z.string(),
  country: z.string(),
  currency: z.object({ code: z.string(), symbol: z.string() }),
  timeZone: z.string(),
  fuels: z.object({ diesel: z.string(), petrol: z.string() }),
}) satisfies z.ZodType<CityWords>
const StoredConfiguration = Configuration.extend({
  city: StoredCity,
  dumping_sites: z.array(ConfiguredSite.extend({ name: z.string(), location: z.string() })),
})

export const settings = {
  // Stream configuration
  ConfigurationChanged: z.object({
    /** Counts the changes from 1; whoever edits an older one is told what changed. */
    version: z.int().min(1),
    configuration: StoredConfiguration,
    /** What differs from the version before, by path, such as zone_customers.Ablekuma North.totalCustomers. */
    changes: z.array(z.object({ path: z.string(), from: z.unknown().optional(), to: z.unknown().optional() })),
    changedBy: z.string(),
    changedAt: at,
  }),

  // Stream mail-server; whether mails go out, or lie in a folder
  MailServerSet: z.object({ isSet: z.boolean(), setAt: at }),

  // Stream zone-{zone}; of logs from before zones were opened
  ZoneConfigured: z.object({
    zone,
    totalCustomers: z.int().min(1),
    changedBy: z.string(),
    changedAt: at,
  }),
}
