/** Answers reads of gateways and their traffic. */
import { GATEWAY_NAMES, GATEWAYS } from '#contract/phone/gateways.ts'
import type { Reads } from '#platform/http/api.ts'
import type { Traffic } from '#platform/phone/traffic.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import type { GatewayRow } from './gateways-view.ts'

/** Traffic and settings of the phone; both are of the running installation. */
export function phoneTrafficReads({ phoneTraffic, phoneSettings }: ReadDependencies): Reads {
  return {
    async phoneTraffic() {
      const { since, callbacks, counts } = (await phoneTraffic?.read()) ?? NO_TRAFFIC
      return {
        ...(since !== undefined && { since }),
        callbacks: callbacks.map((callback, index) => ({ id: `${callback.at}/${index}`, ...callback })),
        ...counts,
        ...{ textsPerDay: 0, ...phoneSettings },
      }
    },
  }
}

const NO_TRAFFIC: Traffic = { callbacks: [], counts: { sessions: 0, texts: 0, failedTexts: 0 } }

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
