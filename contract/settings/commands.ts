/** Command that changes the configuration. */
import { z } from 'zod'
import { Configuration } from './configuration.ts'

export const SaveConfigurationBody = z.object({
  /** Parts of the configuration to change; omitted parts stay unchanged. */
  config: Configuration.partial(),
  /**
   * The version that the editor changed.
   * A newer one causes 409 with the differences.
   */
  version: z.int().min(0).optional(),
})
