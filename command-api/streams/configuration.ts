/** The configuration's stream: what was saved, by version, and what each version changed. */
import { type Configuration, DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import type { Event, EventData } from '#contract/events.ts'
import type { Aggregate } from '../kernel/decider.ts'

export const CONFIGURATION_STREAM = 'configuration'

export type Change = EventData<'ConfigurationChanged'>['changes'][number]

export interface ConfigurationState {
  /** 0 while nobody has saved anything. */
  version: number
  saved?: Configuration
  changedBy?: string
  changedAt?: string
  /** What each version changed, the first version first. */
  history: readonly Pick<EventData<'ConfigurationChanged'>, 'changes' | 'changedBy'>[]
}

export const configuration: Aggregate<ConfigurationState> = {
  initial: { version: 0, history: [] },
  evolve(state, { type, data }: Event): ConfigurationState {
    if (type !== 'ConfigurationChanged') return state
    const { version, configuration, changes, changedBy, changedAt } = data
    const saved = { ...DEFAULT_CONFIGURATION, ...configuration }
    return { version, saved, changedBy, changedAt, history: [...state.history, { changes, changedBy }] }
  },
}
