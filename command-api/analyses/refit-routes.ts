/** HTTP handler that requests a refit from people's corrections. */

import { isRejection } from '#contract/door/problems.ts'
import type { Progress } from '#contract/waste/analysis-progress.ts'
import { newestCorrected, newlyCorrected } from '#contract/waste/refits.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type MaterialHead, materialHead } from '../streams/material-head.ts'
import { requestRefit } from './refit.ts'

export function refitRoutes({ store, rows, clock }: Pick<Kernel, 'store' | 'rows' | 'clock'>): Handlers {
  return {
    async refitHead({ principal: { userId: requestedBy }, envelope }) {
      const standing = await rows.standing('analyses')
      const corrected = await standing.find<Row & Progress>('analyses', newestCorrected)
      const decide = (state: MaterialHead) =>
        requestRefit({ requestedBy, waiting: newlyCorrected(corrected, state.learnedFrom).length }, state, clock())
      const asked = await handle(store, materialHead.stream(), materialHead, decide, envelope)
      if (isRejection(asked)) return asked
      return { message: 'The detector is learning from what people corrected.', position: asked.position }
    },
  }
}
