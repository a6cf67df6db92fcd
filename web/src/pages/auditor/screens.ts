/** The auditors' screens. */
import { t } from '@lingui/core/macro'
import {
  IconCalendarTime,
  IconCertificate,
  IconFileDescription,
  IconReportAnalytics,
  IconUserSearch,
} from '@tabler/icons-react'
import { type Portal, screen } from '#web/pages/screen.ts'
import { account, wasteDetector } from '#web/pages/signed-in/screens.ts'

const replay = screen(() => import('./replay.tsx'), 'AuditorReplay')

export const auditor: Portal<'auditor'> = {
  role: 'auditor',
  title: () => t`Auditor Portal`,
  screens: [
    { path: 'dashboard', page: screen(() => import('./dashboard.tsx'), 'AuditorDashboard') },
    {
      path: 'history',
      page: screen(() => import('./history.tsx'), 'AuditorHistory'),
      link: { label: () => t`History`, icon: IconFileDescription },
    },
    {
      path: 'replay',
      page: replay,
      link: { label: () => t`Replay`, icon: IconCalendarTime },
    },
    { path: 'replay/*', page: replay },
    {
      path: 'findings',
      page: screen(() => import('./findings.tsx'), 'AuditorFindings'),
      link: { label: () => t`Findings`, icon: IconReportAnalytics },
    },
    {
      path: 'proof',
      page: screen(() => import('./proof.tsx'), 'AuditorProof'),
      link: { label: () => t`Proof`, icon: IconCertificate },
    },
    {
      path: 'complaints',
      page: screen(() => import('./complaints.tsx'), 'AuditorComplaints'),
      link: { label: () => t`Complaints`, icon: IconUserSearch },
    },
    { path: 'profile', page: account },
    { path: 'models/waste-detector', page: wasteDetector },
  ],
}
