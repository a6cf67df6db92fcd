/** A notification: sent once, read, archived. */
import type { EventData } from '#contract/events.ts'
import { category } from '../kernel/category.ts'

export interface NotificationState {
  sent?: EventData<'NotificationSent'>
  read: boolean
  archived: boolean
  mailed: boolean
  /** Sent by SMS, or withheld by a limit. */
  texted: boolean
  /** Readers whose browsers received a push. */
  pushedTo: readonly string[]
}

export const notification = category<NotificationState, 'notification'>(
  'notification',
  { read: false, archived: false, mailed: false, texted: false, pushedTo: [] },
  {
    NotificationSent: (state, sent) => ({ ...state, sent }),
    NotificationRead: (state) => ({ ...state, read: true }),
    NotificationPushed: (state, { userId }) => ({ ...state, pushedTo: [...state.pushedTo, userId] }),
    NotificationMailed: (state) => ({ ...state, mailed: true }),
    NotificationTexted: (state) => ({ ...state, texted: true }),
    NotificationArchived: (state) => ({ ...state, archived: true }),
    NotificationRestored: (state) => ({ ...state, archived: false }),
  },
)
