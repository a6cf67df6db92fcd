/**
 * Records whether a call's writes may have been stored.
 * The call's error message then says so.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { SaveOutcome } from '#contract/http/problems.ts'
import { type EventStore, StoreUnavailable, WrongExpectedRevision } from './event-store/event-store.ts'
import { PersonErased, type Vault } from './vault/vault.ts'

/** What the current call has saved so far: nothing, or unknown. */
export interface WriteOutcome {
  outcome: SaveOutcome
}

const calls = new AsyncLocalStorage<WriteOutcome>()

/**
 * Runs a call.
 * Each write during the call immediately records its outcome in `left`.
 */
export const trackWrites = <T>(left: WriteOutcome, call: () => Promise<T>): Promise<T> => calls.run(left, call)

/** Wraps the event store, so that appends record their outcome for the current request. */
export const trackStoreWrites = (store: EventStore): EventStore => ({ ...store, append: trackOutcome(store.append) })

/**
 * Wraps the vault: writes record their outcome for the current call.
 * Two writes are not recorded: creating keys, and updating the time of a session's last use.
 */
export const trackVaultWrites = (vault: Vault): Vault => ({
  ...vault,
  erase: trackOutcome(vault.erase),
  setPassword: trackOutcome(vault.setPassword),
  endSessions: trackOutcome(vault.endSessions),
  saveLink: trackOutcome(vault.saveLink),
  takeLink: trackOutcome(vault.takeLink),
  openSession: trackOutcome(vault.openSession),
  endSession: trackOutcome(vault.endSession),
  endOtherSessions: trackOutcome(vault.endOtherSessions),
  saveSecondFactor: trackOutcome(vault.saveSecondFactor),
  activateSecondFactor: trackOutcome(vault.activateSecondFactor),
  spendCode: trackOutcome(vault.spendCode),
  spendRecoveryCode: trackOutcome(vault.spendRecoveryCode),
  dropSecondFactor: trackOutcome(vault.dropSecondFactor),
  keepDevice: trackOutcome(vault.keepDevice),
  dropDevice: trackOutcome(vault.dropDevice),
})

function trackOutcome<Args extends unknown[], Answer>(write: (...args: Args) => Promise<Answer>) {
  return async (...args: Args): Promise<Answer> => {
    try {
      const answer = await write(...args)
      recordOutcome('unknown')
      return answer
    } catch (error) {
      recordOutcome(leftBy(error))
      throw error
    }
  }
}

/**
 * Records that the current call may have stored something.
 * If the call then fails, its error can't claim that nothing was saved.
 */
function recordOutcome(outcome: SaveOutcome): void {
  const left = calls.getStore()
  if (left && outcome === 'unknown') left.outcome = outcome
}

/**
 * Returns whether a failed write may have stored something.
 * A refused write stored nothing, and SQLite undoes a failed write.
 * A server that did not answer may have stored the write.
 */
function leftBy(error: unknown): SaveOutcome {
  if (error instanceof StoreUnavailable) return error.outcome
  const isRefusal = error instanceof WrongExpectedRevision || error instanceof PersonErased
  return isRefusal || (error as { code?: string }).code === 'ERR_SQLITE_ERROR' ? 'nothing-saved' : 'unknown'
}
