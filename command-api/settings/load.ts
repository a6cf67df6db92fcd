/** Loads the configuration from its stream. */
import type { EventStore } from '#platform/event-store/event-store.ts'
import { type ConfigurationState, configuration } from '../aggregates/configuration.ts'
import { loadState } from '../kernel/load.ts'

export const loadConfiguration = (store: EventStore): Promise<ConfigurationState> =>
  loadState(store, configuration.stream(), configuration)
