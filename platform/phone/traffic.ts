/** Port for the traffic of phone gateways: last callbacks, and counters by hour. Nothing in it is of a person. */
import type { GatewayCallback } from '#contract/phone/views.ts'

export const COUNTERS = ['sessions', 'texts', 'failedTexts'] as const
export type Counter = (typeof COUNTERS)[number]

/** Callbacks that are kept. Calls with a wrong secret are kept apart, so that they push out no others. */
export const KEPT = { known: 40, refused: 5 } as const
export type Shelf = keyof typeof KEPT

const HOUR_MS = 3_600_000
/** Hours that counters cover. */
export const HOURS = 24

export interface Traffic {
  /** Start of the process, if counters are in its memory. */
  since?: string
  /** Newest first. */
  callbacks: GatewayCallback[]
  counts: Record<Counter, number>
}

/**
 * Keeps the traffic. The rules are numbered; the conformance suite quotes them.
 *
 * - PT1 `read` returns the last callbacks, the newest first, and the counters of the last 24 hours.
 * - PT2 Calls with a wrong secret never push out other callbacks.
 * - PT3 `note` and `count` never throw, and their caller does not wait.
 */
export interface PhoneTraffic {
  note(callback: GatewayCallback): void
  count(counter: Counter): void
  read(): Promise<Traffic>
}

export const hourOf = (ms: number) => Math.floor(ms / HOUR_MS)
export const shelfOf = ({ status }: GatewayCallback): Shelf => (status === 404 ? 'refused' : 'known')
export const newestFirst = (callbacks: readonly GatewayCallback[]) =>
  callbacks.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))

/** Traffic of this process alone, counted since it was opened. `now` is in epoch ms. */
export function memoryTraffic(now: () => number = Date.now): PhoneTraffic {
  const since = new Date(now()).toISOString()
  const shelves: Record<Shelf, GatewayCallback[]> = { known: [], refused: [] }
  const hours = new Map<number, Record<Counter, number>>()
  return {
    note(callback) {
      const shelf = shelfOf(callback)
      shelves[shelf] = [callback, ...shelves[shelf]].slice(0, KEPT[shelf])
    },
    count(counter) {
      const hour = hourOf(now())
      const counts = hours.get(hour) ?? { sessions: 0, texts: 0, failedTexts: 0 }
      hours.set(hour, { ...counts, [counter]: counts[counter] + 1 })
      for (const each of hours.keys()) if (each <= hour - HOURS) hours.delete(each)
    },
    async read() {
      const oldest = hourOf(now()) - HOURS
      const current = [...hours].flatMap(([hour, counts]) => (hour > oldest ? [counts] : []))
      const sum = (counter: Counter) => current.reduce((total, counts) => total + counts[counter], 0)
      return {
        since,
        callbacks: newestFirst([...shelves.known, ...shelves.refused]),
        counts: { sessions: sum('sessions'), texts: sum('texts'), failedTexts: sum('failedTexts') },
      }
    },
  }
}
