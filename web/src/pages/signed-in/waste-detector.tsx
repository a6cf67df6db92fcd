/** Built-in detector's model card: training data, accuracy, weaknesses, agreement with people. */
import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useAgreementQuery } from '#web/features/analyses/analysis.ts'
import { AgreementPanel, DisagreementsPanel, ModelCardPanels } from '#web/features/analyses/model-card.tsx'
import { RefitPanel } from '#web/features/analyses/refit-panel.tsx'
import { failureTextOf } from '#web/lib/api/api.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'

const AGAIN_MS = 3_000

export function WasteDetector() {
  useTitle(t`Waste Detector`)
  const [isLearning, setLearning] = useState(false)
  const { data, error, refetch } = useAgreementQuery(undefined, {
    refetchOnMountOrArgChange: true,
    // Polls while the detector is being retrained, because the feed does not report that.
    pollingInterval: isLearning ? AGAIN_MS : 0,
  })
  const isUnderWay = data?.refitting.newest[0]?.state === 'asked'
  if (isUnderWay !== isLearning) setLearning(isUnderWay)
  return (
    <div className={page.page} aria-busy={!data && !error}>
      <PageHead title={t`Waste Detector`} lead={t`Training data, accuracy and limits`}>
        <FreshnessBadge />
      </PageHead>
      {data ? (
        <>
          <AgreementPanel agreement={data.agreement} card={data.card} />
          <RefitPanel refitting={data.refitting} asked={() => void refetch()} />
          <DisagreementsPanel failures={data.failures} />
          <ModelCardPanels card={data.card} />
        </>
      ) : error ? (
        <ErrorState
          message={failureTextOf(error, t`Failed to load the waste detector’s data`)}
          retry={() => void refetch()}
        />
      ) : (
        <>
          <Skeleton height={240} />
          <Skeleton height={360} />
        </>
      )}
    </div>
  )
}
