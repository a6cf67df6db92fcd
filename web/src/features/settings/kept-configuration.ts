/** The last configuration that this browser has seen, for when it can't be loaded. */
import type { ConfigurationView } from '#contract/views.ts'

const KEY = 'wastesense_configuration'

export interface KeptConfiguration {
  config: ConfigurationView
  /** When it was loaded, ISO 8601. */
  keptAt: string
}

export function keepConfiguration(storage: Storage, config: ConfigurationView, now: Date): void {
  try {
    storage.setItem(KEY, JSON.stringify({ config, keptAt: now.toISOString() } satisfies KeptConfiguration))
  } catch (error) {
    console.warn('The configuration could not be kept on this device.', error)
  }
}

/** Null when there is none; one that can't be read is removed. */
export function keptConfiguration(storage: Storage): KeptConfiguration | null {
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
