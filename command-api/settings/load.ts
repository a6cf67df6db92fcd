/** Loads the configuration as its stream has it now. */
import type { Event } from '#contract/events.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { CONFIGURATION_STREAM, type ConfigurationState, configuration } from './configuration.ts'

export async function loadConfiguration(store: EventStore): Promise<ConfigurationState> {
  const recorded = (await store.readStream(CONFIGURATION_STREAM)) as unknown as Event[]
  return recorded.reduce(configuration.evolve, configuration.initial)
}
