/** A notification: sent once, read, archived. */
import type { Event, EventData } from '#contract/events.ts'
import type { Aggregate } from '../kernel/decider.ts'

export interface NotificationState {
  sent?: EventData<'NotificationSent'>
  read: boolean
  archived: boolean
}

export const notification: Aggregate<NotificationState> = {
  initial: { read: false, archived: false },
  evolve(state, event: Event): NotificationState {
    switch (event.type) {
      case 'NotificationSent':
        return { ...state, sent: event.data }
      case 'NotificationRead':
        return { ...state, read: true }
      case 'NotificationArchived':
        return { ...state, archived: true }
      default:
        return state
    }
  },
}

export const notificationStream = (id: string) => `notification-${id}`
