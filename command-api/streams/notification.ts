/** A notification: sent once, read, archived. */
import type { EventData } from '#contract/events.ts'
import { category } from '../kernel/category.ts'

export interface NotificationState {
  sent?: EventData<'NotificationSent'>
  read: boolean
  archived: boolean
}

export const notification = category<NotificationState, 'notification'>(
  'notification',
  { read: false, archived: false },
  {
    NotificationSent: (state, sent) => ({ ...state, sent }),
    NotificationRead: (state) => ({ ...state, read: true }),
    NotificationArchived: (state) => ({ ...state, archived: true }),
  },
)
