/** Answers with the configuration under `config` and as top-level fields. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { INITIAL_CONFIGURATION, toConfiguration } from './configuration-view.ts'

/**
 * Answers reads of the configuration.
 * `mapStyleUrl` is a setting of the installation, not from the log.
 */
export function createConfigurationReadHandlers(mapStyleUrl?: string): ReadHandlers {
  return {
    async city(_call, { rows }) {
      const [row] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
      return { ...(row ?? INITIAL_CONFIGURATION).city, ...(mapStyleUrl && { mapStyleUrl }) }
    },

    async configuration(_call, { rows }) {
      const [row] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
      const config = toConfiguration(row ?? INITIAL_CONFIGURATION)
      return { ...config, config }
    },
  }
}
