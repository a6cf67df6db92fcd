/** Last loaded configuration in the browser's storage, as a fallback. */
import type { ConfigurationView } from '#contract/views.ts'
import type { Remembered } from '#web/format/storage.ts'

const KEY = 'wastesense_configuration'

export interface KeptConfiguration {
  config: ConfigurationView
  /** Time of loading, ISO 8601. */
  keptAt: string
}

export function keepConfiguration(storage: Remembered, config: ConfigurationView, now: Date): void {
  storage.setItem(KEY, JSON.stringify({ config, keptAt: now.toISOString() } satisfies KeptConfiguration))
}

/** Returns null without a copy; removes an unreadable one. */
export function keptConfiguration(storage: Remembered): KeptConfiguration | null {
  const text = storage.getItem(KEY)
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as Partial<KeptConfiguration> | null
    if (kept?.config?.dumping_sites && kept.config.zone_customers && kept.keptAt) return kept as KeptConfiguration
  } catch (error) {
    console.warn('The kept configuration could not be read.', error)
  }
  storage.removeItem(KEY)
  return null
}
