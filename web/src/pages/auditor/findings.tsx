/** Findings: conspicuous events in the log and their follow-up. */
import { Later } from '#web/components/later.tsx'
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'
import { screen } from '#web/pages/screen.ts'

const FindingsScreen = screen(() => import('#web/features/audit/findings/findings-screen.tsx'), 'FindingsScreen')

export function AuditorFindings() {
  useTitle('Findings')
  return (
    <div className={page.page}>
      <PageHead title="Findings" lead="What in the history wants an explanation. People have pseudonyms here.">
        <FreshnessBadge />
      </PageHead>
      <Later height={480}>
        <FindingsScreen />
      </Later>
    </div>
  )
}
