/** The admins' audit settings: thresholds of findings and the key that signs checkpoints. */
import { Later } from '#web/components/later.tsx'
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'
import { screen } from '#web/pages/screen.ts'

const ThresholdsPanel = screen(() => import('#web/features/audit/settings/thresholds-panel.tsx'), 'ThresholdsPanel')
const KeyPanel = screen(() => import('#web/features/audit/settings/key-panel.tsx'), 'KeyPanel')

export function AdminAudit() {
  useTitle('Audit')
  return (
    <div className={page.page}>
      <PageHead title="Audit" lead="What auditors are shown, and what signs the proof.">
        <FreshnessBadge />
      </PageHead>
      <Later height={480}>
        <ThresholdsPanel />
        <KeyPanel />
      </Later>
    </div>
  )
}
