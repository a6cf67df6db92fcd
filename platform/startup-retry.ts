/**
 * At the process's start, waits for servers that are unreachable or slow.
 * Requests after the start have time limits of their own.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreDamaged, StoreUnavailable } from './event-store/event-store.ts'
import type { Log } from './logging.ts'

const PAUSE_MS = 1_000

/** Error names of MongoDB's driver for an unreachable or silent server. */
const UNREACHABLE_ERROR_NAMES = /^Mongo(Network|ServerSelection|WaitQueue|PoolCleared|NotConnected)/

/** Whether a retry may succeed; refusals fail again. */
function isAway(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return !(error instanceof StoreDamaged)
  const { name, cause } = error as Error
  return UNREACHABLE_ERROR_NAMES.test(name) || (cause instanceof Error && UNREACHABLE_ERROR_NAMES.test(cause.name))
}

interface StartupRetry {
  /** Runs `work` and repeats it while its server is unreachable. */
  persist<T>(work: () => Promise<T>): Promise<T>
  /**
   * Wraps a port: until the start-up is over, the port repeats failed requests.
   * Repeating a request must therefore be harmless.
   */
  patient<Port extends object>(port: Port): Port
  over(): void
}

export function createStartupRetry(log: Pick<Log, 'warn'>, pauseMs = PAUSE_MS): StartupRetry {
  let isOver = false

  async function persist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (isOver || !isAway(error)) throw error
        log.warn(`${(error as Error).message} Waiting for it.`)
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
