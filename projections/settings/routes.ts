/** The configuration's read at the door: under `config`, and the same fields beside it. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { Reads } from '#platform/http/api.ts'
import { toConfiguration, UNCONFIGURED } from './configuration-view.ts'

/** `mapStyleUrl`: of the installation's own map; it is a setting, and of no moment. */
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
