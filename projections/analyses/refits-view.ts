/** Retrainings ("refits") of the detector's material classifiers: one row each, from request to outcome. */
import type { HeadRefit, HeadRefitRecord } from '#contract/analyses/refits.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface RefitRow extends Row, HeadRefitRecord {}

const id = ({ refit }: { refit: number }) => String(refit)

export const refitsView = defineView<RefitRow>({
  name: 'refits',
  on: {
    RefitRequested: {
      id,
      row: (_, { data: { refit, requestedAt: askedAt } }) => ({
        id: id({ refit }),
        refit,
        state: 'asked',
        taken: false,
        askedAt,
      }),
    },
    MaterialHeadRefitted: {
      id,
      row(row, { data: { refit, refittedAt: endedAt, weights, learnedFrom, ...made } }) {
        const { version, base, taken } = made
        return {
          id: id({ refit }),
          refit,
          state: 'done',
          taken,
          endedAt,
          made,
          ...(row?.askedAt !== undefined && { askedAt: row.askedAt }),
          ...(weights !== undefined && { head: { version, base, weights, learnedFrom } }),
        }
      },
    },
    RefitFailed: {
      id,
      row: (row, { data: { refit, reason, failedAt: endedAt } }) => ({
        id: id({ refit }),
        refit,
        state: 'failed',
        taken: false,
        endedAt,
        reason,
        ...(row?.askedAt !== undefined && { askedAt: row.askedAt }),
      }),
    },
  },
})

export function toRefit({ id: _, position: __, taken: ___, head: ____, ...refit }: RefitRow): HeadRefit {
  return refit
}
