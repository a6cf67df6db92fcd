/** A notification: sent once, read, archived. */
import type { EventData } from '#contract/events.ts'
import { defineAggregate } from '../kernel/category.ts'

export interface NotificationState {
  sent?: EventData<'NotificationSent'>
  read: boolean
  archived: boolean
  mailed: boolean
  /** True once the SMS has a final outcome. */
  texted: boolean
  /** The started SMS attempt, until its outcome is recorded. */
  texting?: { attempt: number; begunAt: string } | undefined
  /** Number of attempts that the SMS gateway refused. */
  textsRefused: number
  undelivered: boolean
  /** Ids of recipients whose browsers received this notification as a push. */
  pushedTo: readonly string[]
}

export const notificationAggregate = defineAggregate<NotificationState, 'notification'>(
  'notification',
  { read: false, archived: false, mailed: false, texted: false, textsRefused: 0, undelivered: false, pushedTo: [] },
  {
    NotificationSent: (state, sent) => ({ ...state, sent }),
    NotificationRead: (state) => ({ ...state, read: true }),
    NotificationPushed: (state, { userId }) => ({ ...state, pushedTo: [...state.pushedTo, userId] }),
    NotificationMailed: (state) => ({ ...state, mailed: true }),
    NotificationTextBegun: (state, { attempt, begunAt }) => ({ ...state, texting: { attempt, begunAt } }),
    NotificationTextRefused: (state, { attempt: textsRefused }) => ({ ...state, textsRefused, texting: undefined }),
    NotificationTexted: (state) => ({ ...state, texted: true, texting: undefined }),
    NotificationUndelivered: (state) => ({ ...state, undelivered: true }),
    NotificationArchived: (state) => ({ ...state, archived: true }),
    NotificationRestored: (state) => ({ ...state, archived: false }),
  },
)
