/** What admins set of the audit: from when on something is a finding, and the key that signs checkpoints. */
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { KeyPanel } from '#web/features/audit/settings/key-panel.tsx'
import { ThresholdsPanel } from '#web/features/audit/settings/thresholds-panel.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'

export function AdminAudit() {
  useTitle('Audit')
  return (
    <div className={page.page}>
      <PageHead title="Audit" lead="What auditors are shown, and what signs the proof.">
        <FreshnessBadge />
      </PageHead>
      <ThresholdsPanel />
      <KeyPanel />
    </div>
  )
}
