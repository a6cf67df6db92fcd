/** Reads the recipient of a notification from the current state of their account. */
import type { EventStore } from '#platform/event-store/event-store.ts'
import { loadAccountState } from '../aggregates/load-account.ts'
import type { Recipient } from '../notifications/notify-resident.ts'

export type LoadRecipient = (userId: string) => Promise<Recipient | undefined>

/** Returns a function that reads the recipient; undefined for unknown, blocked or erased accounts. */
export const createRecipientLoader =
  (store: EventStore): LoadRecipient =>
  async (userId) => {
    const { status, registered, settings } = await loadAccountState(store, userId)
    return status === 'active' && registered ? { role: registered.role, settings } : undefined
  }
