/** Waits for servers that are away or slow while a process starts; later every request has its own bounds. */
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreDamaged, StoreUnavailable } from './event-store/event-store.ts'
import type { Log } from './logging.ts'

const PAUSE_MS = 1_000

/** How the driver of MongoDB calls what a server does that is not there, or does not answer in time. */
const AWAY = /^Mongo(Network|ServerSelection|WaitQueue|PoolCleared|NotConnected)/

/** Whether the server may answer the same request later. What it refused it refuses again. */
function isAway(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return !(error instanceof StoreDamaged)
  const { name, cause } = error as Error
  return AWAY.test(name) || (cause instanceof Error && AWAY.test(cause.name))
}

export interface PatientStart {
  /** Does the work, again and again as long as its server is away. */
  persist<T>(work: () => Promise<T>): Promise<T>
  /** The same port, whose requests persist until the start is over. To be used for ports whose requests may be repeated. */
  patient<Port extends object>(port: Port): Port
  over(): void
}

export function createPatientStart(log: Pick<Log, 'warn'>, pauseMs = PAUSE_MS): PatientStart {
  let isOver = false

  async function persist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (isOver || !isAway(error)) throw error
        log.warn(`${(error as Error).message} The start waits for it.`)
        await sleep(pauseMs)
      }
    }
  }

  function patient<Port extends object>(port: Port): Port {
    const entries = Object.entries(port).map(([name, value]) => {
      if (value !== null && typeof value === 'object') return [name, patient(value)]
      if (typeof value !== 'function') return [name, value]
      return [name, (...given: unknown[]) => requested(() => value(...given))]
    })
    return Object.fromEntries(entries)
  }

  function requested(request: () => unknown): unknown {
    const answer = request()
    if (isOver || !(answer instanceof Promise)) return answer
    let first: Promise<unknown> | undefined = answer
    return persist(() => {
      const asked = first ?? (request() as Promise<unknown>)
      first = undefined
      return asked
    })
  }

  return {
    persist,
    patient,
    over() {
      isOver = true
    },
  }
}
