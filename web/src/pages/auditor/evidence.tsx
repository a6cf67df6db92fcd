/** Auditors' pages of evidence: findings, the proof of unchanged records, complaints. */

import { t } from '@lingui/core/macro'
import { PersonLookUp, ReferenceLookUp } from '#web/features/audit/complaints.tsx'
import { CheckpointPanel, HourlyCheckpoints, ProofBundlePanel } from '#web/features/audit/proof.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyScreen } from '#web/pages/screen.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { DeferredContent, PageHead } from '#web/ui/page.tsx'

const FindingsScreen = lazyScreen(() => import('#web/features/audit/findings-screen.tsx'), 'FindingsScreen')

/** Page of the signed checkpoint, and of event bundles verifiable without this server. */
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

/** Page of findings: suspicious events in the log, and how auditors followed up. */
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

/** Page to find a complaint by reference number or person. */
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
