/** The auditors' screens. */
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
  title: () => 'Auditor Portal',
  screens: [
    { path: 'dashboard', page: screen(() => import('./dashboard.tsx'), 'AuditorDashboard') },
    {
      path: 'history',
      page: screen(() => import('./history.tsx'), 'AuditorHistory'),
      link: { label: () => 'History', icon: IconFileDescription },
    },
    {
      path: 'replay',
      page: replay,
      link: { label: () => 'Replay', icon: IconCalendarTime },
    },
    { path: 'replay/*', page: replay },
    {
      path: 'findings',
      page: screen(() => import('./findings.tsx'), 'AuditorFindings'),
      link: { label: () => 'Findings', icon: IconReportAnalytics },
    },
    {
      path: 'proof',
      page: screen(() => import('./proof.tsx'), 'AuditorProof'),
      link: { label: () => 'Proof', icon: IconCertificate },
    },
    {
      path: 'complaints',
      page: screen(() => import('./complaints.tsx'), 'AuditorComplaints'),
      link: { label: () => 'Complaints', icon: IconUserSearch },
    },
    { path: 'profile', page: account },
    { path: 'models/waste-detector', page: wasteDetector },
  ],
}
