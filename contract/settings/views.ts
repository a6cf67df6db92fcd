/** Schema of the current configuration. */
import { z } from 'zod'
import { Configuration } from './configuration.ts'

/** The configuration with its version and last change. */
export const ConfigurationView = Configuration.extend({
  version: z.number(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  /** Set if simulated activity was ever on. Other installations do not show the switch. */
  simulatedCity: z.literal(true).optional(),
})
export type ConfigurationView = z.infer<typeof ConfigurationView>
