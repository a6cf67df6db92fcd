/** Notifications by SMS: one row for each, with its outcome and whether it arrived. */
import type { SmsOutcome } from '#contract/phone/numbers.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface SmsNotificationRow extends Row {
  userId: string
  /** Time at which the outcome of the SMS was known. */
  at: string
  outcome: SmsOutcome
  /** Id that the gateway gave the SMS. */
  messageId?: string
  /** Why the SMS did not arrive, in the gateway's words. */
  undelivered?: string
}

export const smsNotificationsView = defineView<SmsNotificationRow>({
  name: 'texts',
  on: {
    NotificationTexted: {
      id: ({ notificationId }) => notificationId,
      row: (row, { data: { notificationId: id, userId, outcome, messageId, textedAt: at } }) => ({
        ...(row?.undelivered !== undefined && { undelivered: row.undelivered }),
        ...{ id, userId, at, outcome },
        ...(messageId !== undefined && { messageId }),
      }),
    },
    NotificationUndelivered: {
      id: ({ notificationId }) => notificationId,
      row: (row, { data: { reason } }) => row && { ...row, undelivered: reason },
    },
  },
})
