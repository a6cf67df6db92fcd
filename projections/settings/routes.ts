/** The configuration's read at the door: under `config`, and the same fields beside it. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Reading } from '../reading/reading.ts'
import { toConfiguration, UNCONFIGURED } from './configuration-view.ts'

export function configurationReads({ reads, runner }: Pick<Reading, 'reads' | 'runner'>): Handlers {
  return {
    async city() {
      const [row] = await reads.get<ConfigurationRow>(runner.table('configuration'), [CONFIGURATION_ID])
      return (row ?? UNCONFIGURED).city
    },

    async configuration() {
      const [row] = await reads.get<ConfigurationRow>(runner.table('configuration'), [CONFIGURATION_ID])
      const config = toConfiguration(row ?? UNCONFIGURED)
      return { ...config, config }
    },
  }
}
