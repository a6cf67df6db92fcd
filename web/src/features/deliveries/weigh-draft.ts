/** What the weighing form holds, the net weight that comes of it, and what is sent. */
import type { RequestOf } from '#contract/endpoints.ts'
import type { Delivery } from '#contract/views.ts'
import { MOST_LOAD } from '#rules/borders.ts'
import { fieldIn } from '#rules/city-time.ts'
import { momentIn } from '#rules/wall-clock.ts'
import { cityWords } from '#web/format/city-words.ts'
import { numberIn } from '#web/format/numbers.ts'
import { kg } from '#web/format/weights.ts'

export interface WeighDraft {
  ticket: string
  gross: string
  tare: string
  /** `2026-01-05T14:15` on the city's clocks. */
  weighedAt: string
  /** What the ticket's photo is named by, once it was sent; '' without one. */
  picture: string
}

/** Begins with now, and where it was weighed before with that weighing. `now`: epoch ms. */
export function draftOf({ weighing }: Pick<Delivery, 'weighing'>, now: number): WeighDraft {
  const { ticket = '', gross = '', tare = '' } = weighing ?? {}
  const at = weighing ? Date.parse(weighing.weighedAt) : now
  return { ticket, gross: String(gross), tare: String(tare), weighedAt: fieldIn(cityWords().timeZone, at), picture: '' }
}

/** `first`: the time that the field began with; left as it was, the server's own clock says when. */
export function weighBody(draft: WeighDraft, first: string): RequestOf<'weighDelivery'> {
  const at = momentIn(cityWords().timeZone, draft.weighedAt)
  return {
    ticket: draft.ticket.trim(),
    gross: numberIn(draft.gross) as number,
    tare: numberIn(draft.tare) as number,
    ...(draft.picture && { picture: draft.picture }),
    ...(draft.weighedAt !== first && { weighedAt: Number.isNaN(at) ? draft.weighedAt : new Date(at).toISOString() }),
  }
}

/** kg, to the hundredth; undefined until both are typed and are those of a load that a truck can carry. */
export function netOf({ gross, tare }: Pick<WeighDraft, 'gross' | 'tare'>): number | undefined {
  const net = Math.round(((numberIn(gross) ?? Number.NaN) - (numberIn(tare) ?? Number.NaN)) * 100) / 100
  return net > 0 && net <= MOST_LOAD ? net : undefined
}

/** 'Net 1,140 kg, 60 kg less than estimated (1,200 kg)' */
export function netText(draft: WeighDraft, { weight, estimated, estimatedWeight }: Delivery): string {
  const net = netOf(draft)
  if (net === undefined) return 'The net weight, gross less tare, is shown here.'
  const estimate = estimated ? weight : estimatedWeight
  if (estimate === undefined) return `Net ${kg(net)}`
  const more = Math.round((net - estimate) * 100) / 100
  if (more === 0) return `Net ${kg(net)}, as estimated`
  return `Net ${kg(net)}, ${kg(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than estimated (${kg(estimate)})`
}
