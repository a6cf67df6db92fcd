/** Stores the driver's actions on the phone. The outbox sends them later. */
import { t } from '@lingui/core/macro'
import { useStore } from 'react-redux'
import { commandFailureReason, type Failure, newId, type Store } from '#web/lib/api/api.ts'
import {
  actionsOf,
  type NewStopOutcome,
  recordDriverAction,
  recordOutcome,
  undoOutcome,
} from '#web/lib/outbox/action-store.ts'
import type { DriverAction, StoredAction } from '#web/lib/outbox/stored-action.ts'
import { actionsShown } from '#web/lib/outbox/stored-report.ts'
import { toast } from '#web/ui/toasts.tsx'
import { createDriverActionCalls } from './calls.ts'

export interface DriverActionRecorder {
  /** Records an outcome on the phone, or on the server if the phone is full. Returns true on success. */
  recordOutcome(outcome: NewStopOutcome): Promise<boolean>
  record(did: DriverAction): Promise<boolean>
  undo(outcome: StoredAction): Promise<void>
}

/** Returns functions that record actions. Each tells the driver if something went wrong. */
export function useDriverActionRecorder(userId: string): DriverActionRecorder {
  const store = useStore() as unknown as Store
  const refresh = async () => store.dispatch(actionsShown(await actionsOf(userId)))

  /** Sends an outcome directly, because the phone has no space to store it. */
  async function sendAtOnce({ stopId, said }: NewStopOutcome): Promise<boolean> {
    const outcomes = [{ key: newId(), stopId, said }]
    const body = { sentAt: new Date().toISOString(), outcomes }
    const { results } = await createDriverActionCalls(store).serveStops(body)
    const [result] = results
    if (result?.position !== undefined) return true
    throw { status: result?.status ?? 0, message: result?.message ?? '' } satisfies Failure
  }

  async function recordWithoutPhoto(outcome: NewStopOutcome): Promise<boolean> {
    try {
      await recordOutcome({ ...outcome, photo: undefined })
      toast(
        'warning',
        t`The phone’s storage is full: the photo was not saved`,
        t`The stop is recorded without the photo.`,
      )
      return true
    } catch (error) {
      console.warn('This phone keeps nothing.', error)
    }
    try {
      await sendAtOnce(outcome)
      toast('warning', t`Sent, but phone storage is full`, t`Free some storage before you lose the network.`)
      return true
    } catch (error) {
      const { status } = error as Failure
      const why = status
        ? commandFailureReason(error)
        : t`This phone’s storage is full, and there is no network. Free some space, then press again.`
      toast('error', t`This stop is not recorded`, why)
      return false
    }
  }

  return {
    async recordOutcome(outcome) {
      try {
        await recordOutcome(outcome)
        return true
      } catch (error) {
        console.warn('This phone did not keep an outcome.', error)
        return recordWithoutPhoto(outcome)
      } finally {
        await refresh().catch(tellUnread)
      }
    },
    async record(did) {
      try {
        await recordDriverAction(userId, did)
        return true
      } catch (error) {
        console.warn('This phone did not keep a step.', error)
        toast(
          'error',
          t`Your entry is not recorded`,
          t`This phone’s storage is full. Free some space, then press again.`,
        )
        return false
      } finally {
        await refresh().catch(tellUnread)
      }
    },
    async undo(outcome) {
      const isUndone = await undoOutcome(outcome)
      if (!isUndone) toast('info', t`This was already sent`, t`Choose the stop in the list to correct it.`)
      await refresh()
    },
  }
}

function tellUnread(error: unknown): void {
  console.warn('What this phone keeps could not be read.', error)
}
