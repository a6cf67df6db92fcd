/** Page to look up a complaint, by its reference number or by a person. */

import { t } from '@lingui/core/macro'
import { PersonLookUp, ReferenceLookUp } from '#web/features/audit/complaints.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead } from '#web/ui/page.tsx'

export function AuditorComplaints() {
  useTitle(t`Complaints`)
  return (
    <div className={page.page}>
      <PageHead title={t`Complaints`} lead={t`Find a report by its reference, or a person by name or email.`}>
        <FreshnessBadge />
      </PageHead>
      <ReferenceLookUp />
      <PersonLookUp />
    </div>
  )
}
