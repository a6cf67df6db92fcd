/** The configuration as it holds. */
import { z } from 'zod'
import { Configuration } from '../city/configuration.ts'

/** The configuration with its version and who changed it last. */
export const ConfigurationView = Configuration.extend({
  version: z.number(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  /** Present where simulated activity was ever on: elsewhere there is no simulated city to switch on. */
  simulatedCity: z.literal(true).optional(),
})
export type ConfigurationView = z.infer<typeof ConfigurationView>
