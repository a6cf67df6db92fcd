/** Remembers for each call whether a write of it may have been stored, so that its failure can be told for what it is. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Outcome } from '#contract/door/problems.ts'
import { type EventStore, StoreUnavailable, WrongExpectedRevision } from './event-store/event-store.ts'
import { PersonErased, type Vault } from './vault/vault.ts'

/** What a call has left behind so far. */
export interface Left {
  outcome: Outcome
}

const calls = new AsyncLocalStorage<Left>()

/** Runs a call; what its writes may have left behind is told in `left`, also while it runs. */
export const watchWrites = <T>(left: Left, call: () => Promise<T>): Promise<T> => calls.run(left, call)

/** The store with appends that tell the call which made them whether anything may have been stored. */
export const watchedStore = (store: EventStore): EventStore => ({ ...store, append: watched(store.append) })

/** The vault with writes that tell. A key that was made and never used, or when a session was last seen, is nothing that anybody saved. */
export const watchedVault = (vault: Vault): Vault => ({
  ...vault,
  erase: watched(vault.erase),
  setPassword: watched(vault.setPassword),
  endSessions: watched(vault.endSessions),
  saveLink: watched(vault.saveLink),
  takeLink: watched(vault.takeLink),
  openSession: watched(vault.openSession),
  endSession: watched(vault.endSession),
  endOtherSessions: watched(vault.endOtherSessions),
  saveSecondFactor: watched(vault.saveSecondFactor),
  activateSecondFactor: watched(vault.activateSecondFactor),
  spendCode: watched(vault.spendCode),
  spendRecoveryCode: watched(vault.spendRecoveryCode),
  dropSecondFactor: watched(vault.dropSecondFactor),
  keepDevice: watched(vault.keepDevice),
  dropDevice: watched(vault.dropDevice),
})

function watched<Args extends unknown[], Answer>(write: (...args: Args) => Promise<Answer>) {
  return async (...args: Args): Promise<Answer> => {
    try {
      const answer = await write(...args)
      tell('unknown')
      return answer
    } catch (error) {
      tell(leftBy(error))
      throw error
    }
  }
}

/** From the moment that one write may have been stored, a failure of the call can't say that nothing was. */
function tell(outcome: Outcome): void {
  const left = calls.getStore()
  if (left && outcome === 'unknown') left.outcome = outcome
}

/** A refusal stored nothing, and SQLite rolls back what failed; anything else may have been stored by a server that fell silent. */
function leftBy(error: unknown): Outcome {
  if (error instanceof StoreUnavailable) return error.outcome
  const isRefusal = error instanceof WrongExpectedRevision || error instanceof PersonErased
  return isRefusal || (error as { code?: string }).code === 'ERR_SQLITE_ERROR' ? 'nothing-saved' : 'unknown'
}
