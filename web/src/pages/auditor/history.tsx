/** The history: every event as a sentence, newest first. */
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { HistoryScreen } from '#web/features/audit/history/history-screen.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'

export function AuditorHistory() {
  useTitle('History')
  return (
    <div className={page.page}>
      <PageHead title="History" lead="Everything that was recorded, newest first. People have pseudonyms here.">
        <FreshnessBadge />
      </PageHead>
      <HistoryScreen />
    </div>
  )
}
