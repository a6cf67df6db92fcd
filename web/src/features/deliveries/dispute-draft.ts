/** What the dispute's form holds, what is sent of it, and where in the form a rule's answer belongs. */
import type { ReactNode } from 'react'
import type { RequestOf } from '#contract/endpoints.ts'
import { MATERIALS } from '#rules/city.ts'
import { isWhole, NO_SHARES, percentsOf, type Shares } from '#web/components/materials/shares.ts'

export interface DisputeDraft extends Shares {
  reason: string
}

export const EMPTY: DisputeDraft = { ...NO_SHARES, reason: '' }

/** Whether anything of what was found was typed in. */
export const isSorted = (draft: Shares) => MATERIALS.some((material) => draft[material].trim() !== '')

/** What was found is a whole, or was not said at all. */
export const canBeSent = (draft: Shares) => !isSorted(draft) || isWhole(draft)

export const disputeBody = (draft: DisputeDraft): RequestOf<'disputeComposition'> => ({
  reason: draft.reason.trim(),
  ...(isSorted(draft) && { composition: percentsOf(draft) }),
})

/** 'composition.plastic' of the body is the field 'plastic'. */
export const inFields = (errors: Record<string, ReactNode>): Record<string, ReactNode> =>
  Object.fromEntries(Object.entries(errors).map(([path, error]) => [path.replace(/^composition\./, ''), error]))
