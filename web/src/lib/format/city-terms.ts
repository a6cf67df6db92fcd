/**
 * The installation's names of its city, currency and fuels.
 * The browser stores the last response; defaults apply before the first one.
 */
import { useSyncExternalStore } from 'react'
import { type CitySettings, DEFAULT_CITY } from '#domain/city-settings.ts'
import { browserStorage } from './storage.ts'

const KEY = 'wastesense_city'
const listeners = new Set<() => void>()
let cachedSettings = kept()

function kept(): CitySettings {
  const text = browserStorage.getItem(KEY)
  try {
    return text ? { ...DEFAULT_CITY, ...(JSON.parse(text) as CitySettings) } : DEFAULT_CITY
  } catch (error) {
    console.warn('The city’s words could not be read.', error)
    return DEFAULT_CITY
  }
}

/** Returns the city's settings for code outside components. */
export const citySettings = (): CitySettings => cachedSettings

/** Applies the city's settings at once and stores them for the next start. */
export function storeCitySettings(heard: CitySettings): void {
  if (JSON.stringify(heard) === JSON.stringify(cachedSettings)) return
  cachedSettings = heard
  browserStorage.setItem(KEY, JSON.stringify(heard))
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCitySettings = (): CitySettings => useSyncExternalStore(listen, citySettings, () => DEFAULT_CITY)

/** Formats an amount of money as 'GH₵ 12.50', without a line break. */
export const withCurrency = (amount: string) => `${cachedSettings.currency.symbol}\u00a0${amount}`
