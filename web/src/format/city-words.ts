/**
 * The installation's names of city, currency and fuels.
 * The browser stores the last response; defaults apply before the first.
 */
import { useSyncExternalStore } from 'react'
import { type CityWords, FIRST_CITY } from '#rules/city-words.ts'
import { remembered } from './storage.ts'

const KEY = 'wastesense_city'
const listeners = new Set<() => void>()
let words = kept()

function kept(): CityWords {
  const text = remembered.getItem(KEY)
  try {
    return text ? { ...FIRST_CITY, ...(JSON.parse(text) as CityWords) } : FIRST_CITY
  } catch (error) {
    console.warn('The city’s words could not be read.', error)
    return FIRST_CITY
  }
}

/** For code outside components. */
export const cityWords = (): CityWords => words

/** Applies the terms now and stores them for the next start. */
export function keepCityWords(heard: CityWords): void {
  if (JSON.stringify(heard) === JSON.stringify(words)) return
  words = heard
  remembered.setItem(KEY, JSON.stringify(heard))
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCityWords = (): CityWords => useSyncExternalStore(listen, cityWords, () => FIRST_CITY)

/** Formats as 'GH₵ 12.50' without a line break. */
export const money = (amount: string) => `${words.currency.symbol}\u00a0${amount}`
