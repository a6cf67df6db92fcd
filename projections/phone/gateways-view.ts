/** Gateways: one row for each that ever had a secret. */
import { MAX_SECRETS_PER_GATEWAY } from '#contract/phone/gateways.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

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
