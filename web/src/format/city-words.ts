/** What this installation calls its city, its money and its fuels: as this browser last heard, and as a first start has it before. */
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

/** For what is no component. */
export const cityWords = (): CityWords => words

/** From now on, and when this browser opens the app again. */
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

/** 'GH₵ 12.50', unbroken. */
export const money = (amount: string) => `${words.currency.symbol}\u00a0${amount}`
