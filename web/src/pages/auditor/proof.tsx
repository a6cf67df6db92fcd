/** The signed checkpoint, and bundles that verify without this server. */
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { BundlePanel } from '#web/features/audit/bundle-panel.tsx'
import { CheckpointPanel } from '#web/features/audit/checkpoint-panel.tsx'
import { MadeCheckpoints } from '#web/features/audit/made-checkpoints.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'

export function AuditorProof() {
  useTitle('Proof')
  return (
    <div className={page.page}>
      <PageHead title="Proof" lead="That what is recorded is what happened, checked by yourself.">
        <FreshnessBadge />
      </PageHead>
      <CheckpointPanel />
      <BundlePanel />
      <MadeCheckpoints />
    </div>
  )
}
