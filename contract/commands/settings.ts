/** What is changed of the configuration. */
import { z } from 'zod'
import { Configuration } from '../city/configuration.ts'

export const SaveConfiguration = z.object({
  /** Parts that are not named stay as they are. */
  config: Configuration.partial(),
  /** The version that was edited; when somebody changed it since, the answer is 409 and says what. */
  version: z.int().min(0).optional(),
})
