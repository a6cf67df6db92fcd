/** Page of the history: every event as a sentence, newest first. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { HistoryScreen } from '#web/features/audit/history-screen.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead } from '#web/ui/page.tsx'

export function AuditorHistory() {
  useTitle(t`History`)
  return (
    <div className={page.page}>
      <PageHead
        title={t`History`}
        lead={t`Everything that was recorded, newest first. People are shown under pseudonyms.`}
      >
        <Button component={Link} to="/auditor/complaints" variant="default">
          <Trans>Start from a complaint</Trans>
        </Button>
        <FreshnessBadge />
      </PageHead>
      <HistoryScreen />
    </div>
  )
}
