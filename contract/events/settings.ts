/** What the installation is configured to. */
import { z } from 'zod'
import { Configuration } from '../city/configuration.ts'
import { at, zone } from '../fields.ts'

export const settings = {
  // Stream configuration
  ConfigurationChanged: z.object({
    /** Counts the changes from 1; whoever edits an older one is told what changed. */
    version: z.int().min(1),
    configuration: Configuration,
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
