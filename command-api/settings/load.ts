/** Loads the configuration from its stream. */
import type { EventStore } from '#platform/event-store/event-store.ts'
import { loadFrom } from '../kernel/load.ts'
import { type ConfigurationState, configuration } from '../streams/configuration.ts'

export const loadConfiguration = (store: EventStore): Promise<ConfigurationState> =>
  loadFrom(store, configuration.stream(), configuration)
