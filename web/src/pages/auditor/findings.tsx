/** Findings: what in the log wants an explanation, and what became of it. */
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { FindingsScreen } from '#web/features/audit/findings/findings-screen.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'

export function AuditorFindings() {
  useTitle('Findings')
  return (
    <div className={page.page}>
      <PageHead title="Findings" lead="What in the history wants an explanation. People have pseudonyms here.">
        <FreshnessBadge />
      </PageHead>
      <FindingsScreen />
    </div>
  )
}
