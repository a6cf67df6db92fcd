/** HTTP handler that requests a refit from people's corrections. */

import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import { correctedAnalysesQuery, photosNotYetLearned } from '#contract/analyses/refits.ts'
import { isRejection } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { type MaterialHeadState, materialHead } from '../aggregates/material-head.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { requestHeadRefit } from './refit.ts'

export function refitRoutes({ store, rows, clock }: Pick<Kernel, 'store' | 'rows' | 'clock'>): Handlers {
  return {
    async refitHead({ principal: { userId: requestedBy }, envelope }) {
      const standing = await rows.standing('analyses')
      const corrected = await standing.find<Row & AnalysisProgress>('analyses', correctedAnalysesQuery)
      const decide = (state: MaterialHeadState) =>
        requestHeadRefit(
          { requestedBy, waiting: photosNotYetLearned(corrected, state.learnedFrom).length },
          state,
          clock(),
        )
      const asked = await handle(store, materialHead.stream(), materialHead, decide, envelope)
      if (isRejection(asked)) return asked
      return { message: msg`The detector is learning from corrections.`, position: asked.position }
    },
  }
}
