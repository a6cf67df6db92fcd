/** Admins' audit settings: finding thresholds and the key that signs checkpoints. */

import { t } from '@lingui/core/macro'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyScreen } from '#web/pages/screen.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { DeferredContent, PageHead } from '#web/ui/page.tsx'

const load = () => import('#web/features/audit/audit-settings.tsx')
const ThresholdsPanel = lazyScreen<'ThresholdsPanel'>(load, 'ThresholdsPanel')
const CheckpointKeyPanel = lazyScreen<'CheckpointKeyPanel'>(load, 'CheckpointKeyPanel')

export function AdminAudit() {
  useTitle(t`Audit`)
  return (
    <div className={page.page}>
      <PageHead title={t`Audit`} lead={t`The limits for auditors’ findings, and the key that signs checkpoints.`}>
        <FreshnessBadge />
      </PageHead>
      <DeferredContent height={480}>
        <ThresholdsPanel />
        <CheckpointKeyPanel />
      </DeferredContent>
    </div>
  )
}
