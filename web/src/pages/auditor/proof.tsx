/** Page of the proof: the signed checkpoint, and bundles of events that can be verified without this server. */

import { t } from '@lingui/core/macro'
import { CheckpointPanel, HourlyCheckpoints, ProofBundlePanel } from '#web/features/audit/proof.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead } from '#web/ui/page.tsx'

export function AuditorProof() {
  useTitle(t`Proof`)
  return (
    <div className={page.page}>
      <PageHead title={t`Proof`} lead={t`Check for yourself that no record was changed or removed.`}>
        <FreshnessBadge />
      </PageHead>
      <CheckpointPanel />
      <ProofBundlePanel />
      <HourlyCheckpoints />
    </div>
  )
}
