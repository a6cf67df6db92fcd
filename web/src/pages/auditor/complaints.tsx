/** Entry point for a complaint: its reference, or a person. */
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { ByPerson } from '#web/features/audit/complaints/by-person.tsx'
import { ByReference } from '#web/features/audit/complaints/by-reference.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'

export function AuditorComplaints() {
  useTitle('Complaints')
  return (
    <div className={page.page}>
      <PageHead
        title="Complaints"
        lead="Start from the reference that somebody has, or with a reason from who they are."
      >
        <FreshnessBadge />
      </PageHead>
      <ByReference />
      <ByPerson />
    </div>
  )
}
