/** Drafts of the two delivery forms: dispute and weighing. */

import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Delivery } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { toDateTimeFieldValueIn } from '#domain/city-time.ts'
import { MAX_TRUCK_LOAD_KG } from '#domain/plausible-limits.ts'
import { dateTimeFieldToIso } from '#web/lib/format/dates.ts'
import { formatKg, parseNumber } from '#web/lib/format/numbers.ts'
import { getCitySettings } from '#web/lib/format/times.ts'
import {
  areSharesComplete,
  EMPTY_SHARE_FIELDS,
  type MaterialShareFields,
  sharePercentsOf,
} from '#web/ui/materials/shares.ts'

/** Draft of the dispute form. */
export interface DisputeDraft extends MaterialShareFields {
  reason: string
}

export const EMPTY_DISPUTE: DisputeDraft = { ...EMPTY_SHARE_FIELDS, reason: '' }

/** Returns whether the user typed any share. */
export const hasTypedShares = (draft: MaterialShareFields) =>
  MATERIALS.some((material) => draft[material].trim() !== '')

/** Returns whether shares can be sent: all empty, or 100 in total. */
export const canSendDispute = (draft: MaterialShareFields) => !hasTypedShares(draft) || areSharesComplete(draft)

export const toDisputeBody = (draft: DisputeDraft): BodyInputOf<'disputeComposition'> => ({
  reason: draft.reason.trim(),
  ...(hasTypedShares(draft) && { composition: sharePercentsOf(draft) }),
})

/** Renames errors from request fields ('composition.plastic') to form fields ('plastic'). */
export const toDisputeFieldErrors = (errors: Record<string, ReactNode>): Record<string, ReactNode> =>
  Object.fromEntries(Object.entries(errors).map(([path, error]) => [path.replace(/^composition\./, ''), error]))

export interface WeighingDraft {
  ticket: string
  gross: string
  tare: string
  /** Weighing time in the city's time zone, such as `2026-01-05T14:15`. */
  weighedAt: string
  /** Id of the uploaded ticket photo; '' without a photo. */
  picture: string
}

/**
 * Returns a form draft of a weighing.
 * It repeats the previous weighing, or is empty with the time `now` (epoch ms).
 */
export function weighingDraftOf({ weighing }: Pick<Delivery, 'weighing'>, now: number): WeighingDraft {
  const { ticket = '', gross = '', tare = '' } = weighing ?? {}
  const at = weighing ? Date.parse(weighing.weighedAt) : now
  return {
    ticket,
    gross: String(gross),
    tare: String(tare),
    weighedAt: toDateTimeFieldValueIn(getCitySettings().timeZone, at),
    picture: '',
  }
}

/**
 * Returns the request body for the weighing that the user typed.
 * `first` is the time that the form showed initially.
 * If the user left it unchanged, the server sets the time.
 */
export function toWeighDeliveryBody(draft: WeighingDraft, first: string): BodyInputOf<'weighDelivery'> {
  return {
    ticket: draft.ticket.trim(),
    gross: parseNumber(draft.gross) as number,
    tare: parseNumber(draft.tare) as number,
    ...(draft.picture && { picture: draft.picture }),
    ...(draft.weighedAt !== first && { weighedAt: dateTimeFieldToIso(draft.weighedAt) }),
  }
}

/**
 * Returns the net weight in kg, rounded to hundredths.
 * Undefined unless both weights are typed and a truck can carry it.
 */
export function netWeightOf({ gross, tare }: Pick<WeighingDraft, 'gross' | 'tare'>): number | undefined {
  const net = Math.round(((parseNumber(gross) ?? Number.NaN) - (parseNumber(tare) ?? Number.NaN)) * 100) / 100
  return net > 0 && net <= MAX_TRUCK_LOAD_KG ? net : undefined
}

/** Returns text such as 'Net 1,140 kg, 60 kg less than estimated'. */
export function describeNetWeight(draft: WeighingDraft, { weight, estimated, estimatedWeight }: Delivery): string {
  const net = netWeightOf(draft)
  if (net === undefined) return t`The net weight (full truck minus empty truck) is shown here.`
  const estimate = estimated ? weight : estimatedWeight
  if (estimate === undefined) return t`Net ${{ net: formatKg(net) }}`
  const more = Math.round((net - estimate) * 100) / 100
  if (more === 0) return t`Net ${{ net: formatKg(net) }}, as estimated`
  return more > 0
    ? t`Net ${{ net: formatKg(net) }}, ${{ difference: formatKg(more) }} more than estimated (${{ estimate: formatKg(estimate) }})`
    : t`Net ${{ net: formatKg(net) }}, ${{ difference: formatKg(-more) }} less than estimated (${{ estimate: formatKg(estimate) }})`
}
