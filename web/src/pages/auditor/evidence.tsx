/** The auditors' pages of evidence: findings, the proof that no record was changed, and complaints. */

import { t } from '@lingui/core/macro'
import { PersonLookUp, ReferenceLookUp } from '#web/features/audit/complaints.tsx'
import { CheckpointPanel, HourlyCheckpoints, ProofBundlePanel } from '#web/features/audit/proof.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyScreen } from '#web/pages/screen.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { DeferredContent, PageHead } from '#web/ui/page.tsx'

const FindingsScreen = lazyScreen(() => import('#web/features/audit/findings-screen.tsx'), 'FindingsScreen')

/** Page of the proof: the signed checkpoint, and bundles of events that can be verified without this server. */
export function AuditorProof() {
  useTitle(t`Proof`)
  return (
    <div className={page.page}>
      <PageHead title={t`Proof`} lead={t`Check for yourself that no record was changed or removed.`}>
        <FreshnessBadge />
      </PageHead>
      <CheckpointPanel />
      <ProofBundlePanel />
      <HourlyCheckpoints />
    </div>
  )
}

/** Page of findings: suspicious events in the log, and how auditors followed them up. */
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

/** Page to look up a complaint, by its reference number or by a person. */
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
