/** Answers the read of gateways. */
import { GATEWAY_NAMES, GATEWAYS } from '#contract/phone/gateways.ts'
import type { Reads } from '#platform/http/api.ts'
import type { GatewayRow } from './gateways-view.ts'

export function phoneReads(): Reads {
  return {
    async gateways(_, { rows }) {
      const found = await rows.get<GatewayRow>('gateways', GATEWAYS)
      const gateways = GATEWAYS.map((id, index) => ({
        id,
        name: GATEWAY_NAMES[id],
        secrets: (found[index]?.secrets ?? []).map((createdAt, nth) => ({
          createdAt,
          ...(nth > 0 && { replaced: true as const }),
        })),
      }))
      return { gateways }
    },
  }
}
