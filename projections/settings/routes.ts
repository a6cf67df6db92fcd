/** Answers the configuration read: under `config` and as top-level fields. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { Reads } from '#platform/http/api.ts'
import { toConfiguration, UNCONFIGURED } from './configuration-view.ts'

/** `mapStyleUrl` is a setting of the installation, not part of the log. */
export function configurationReads(mapStyleUrl?: string): Reads {
  return {
    async city(_call, { rows }) {
      const [row] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
      return { ...(row ?? UNCONFIGURED).city, ...(mapStyleUrl && { mapStyleUrl }) }
    },

    async configuration(_call, { rows }) {
      const [row] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
      const config = toConfiguration(row ?? UNCONFIGURED)
      return { ...config, config }
    },
  }
}
