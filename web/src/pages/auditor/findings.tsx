/** Page of findings: suspicious events in the log, and how auditors followed them up. */

import { t } from '@lingui/core/macro'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyScreen } from '#web/pages/screen.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { DeferredContent, PageHead } from '#web/ui/page.tsx'

const FindingsScreen = lazyScreen(() => import('#web/features/audit/findings-screen.tsx'), 'FindingsScreen')

export function AuditorFindings() {
  useTitle(t`Findings`)
  return (
    <div className={page.page}>
      <PageHead
        title={t`Findings`}
        lead={t`Unusual events that need an explanation. People are shown under pseudonyms.`}
      >
        <FreshnessBadge />
      </PageHead>
      <DeferredContent height={480}>
        <FindingsScreen />
      </DeferredContent>
    </div>
  )
}
