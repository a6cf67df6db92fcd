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

/** Number of saved configuration versions whose changes stay in memory. */
const MAX_HISTORY = 100
/**
 * Maximum number of changes that stay in memory, except those of the newest version.
 * One version of a large city may change 25,000 values.
 */
const MAX_CHANGES = 25_000

/** Returns the newest versions, as many as stay in memory. */
function newestOf(history: ConfigurationState['history']): ConfigurationState['history'] {
  let count = 0
  const dropped = history.findLastIndex(({ changes }) => {
    count += changes.length
    return count > MAX_CHANGES
  })
  return history.slice(Math.max(history.length - MAX_HISTORY, Math.min(history.length - 1, dropped + 1)))
}

const aggregate = defineSingleStreamAggregate<ConfigurationState, 'configuration'>(
  'configuration',
  { version: 0, history: [] },
  {
    ConfigurationChanged: ({ history }, { version, configuration: saved, changes, changedBy, changedAt }) => ({
      version,
      saved,
      changedBy,
      changedAt,
      history: newestOf([...history, { changes, changedBy }]),
    }),
  },
)

export const configurationAggregate = { ...aggregate, depth: MAX_HISTORY }

/** Returns the configuration from its stream. */
export const loadConfiguration = (store: EventStore): Promise<ConfigurationState> =>
  loadState(store, configurationAggregate.stream(), configurationAggregate)
