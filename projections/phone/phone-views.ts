/** Views of the phone module: gateways with secrets, and SMS notifications. */

import { MAX_SECRETS_PER_GATEWAY } from '#contract/phone/gateways.ts'
import type { SmsOutcome } from '#contract/phone/numbers.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

/** Gateways: one row for each that ever had a secret. */
export interface GatewayRow extends Row {
  /** Creation times of the gateway's valid secrets, the newest first. */
  secrets: readonly string[]
}

export const gatewaysView = defineView<GatewayRow>({
  name: 'gateways',
  on: {
    GatewaySecretCreated: {
      id: (data) => data.gateway,
      row: (row, { data: { gateway, createdAt } }) => ({
        id: gateway,
        secrets: [createdAt, ...(row?.secrets ?? [])].slice(0, MAX_SECRETS_PER_GATEWAY),
      }),
    },
    GatewaySecretsRevoked: {
      id: (data) => data.gateway,
      row: (row, { data: { which } }) => row && { ...row, secrets: which === 'all' ? [] : row.secrets.slice(0, 1) },
    },
  },
})

/** SMS notifications: one row each, with its outcome and whether it arrived. */
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
