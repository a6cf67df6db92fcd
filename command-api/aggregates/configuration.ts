/** Saved configuration by version, with what each version changed. */

import type { EventData } from '#contract/events.ts'
import type { Configuration } from '#contract/settings/configuration.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { defineSingleStreamAggregate } from '../kernel/category.ts'
import { loadState } from '../kernel/load.ts'

export type ConfigurationChange = EventData<'ConfigurationChanged'>['changes'][number]

export interface ConfigurationState {
  /** Version of the configuration; 0 before the first save. */
  version: number
  saved?: Configuration
  changedBy?: string
  changedAt?: string
  /** Changes of the latest saved versions, oldest first. */
  history: readonly Pick<EventData<'ConfigurationChanged'>, 'changes' | 'changedBy'>[]
}

/**
 * Number of saved configuration versions whose changes stay in memory.
 * One version may change thousands of values.
 */
const MAX_HISTORY = 100

export const configurationAggregate = defineSingleStreamAggregate<ConfigurationState, 'configuration'>(
  'configuration',
  { version: 0, history: [] },
  {
    ConfigurationChanged: ({ history }, { version, configuration: saved, changes, changedBy, changedAt }) => ({
      version,
      saved,
      changedBy,
      changedAt,
      history: [...history, { changes, changedBy }].slice(-MAX_HISTORY),
    }),
  },
)

/** Returns the configuration from its stream. */
export const loadConfiguration = (store: EventStore): Promise<ConfigurationState> =>
  loadState(store, configurationAggregate.stream(), configurationAggregate)
