/** List of the auditors' screens. */
import { t } from '@lingui/core/macro'
import {
  IconCalendarTime,
  IconCertificate,
  IconFileDescription,
  IconReportAnalytics,
  IconUserSearch,
} from '@tabler/icons-react'
import { accountScreen, lazyScreen, type Portal, wasteDetectorScreen } from '#web/pages/screen.ts'

const replay = lazyScreen(() => import('./replay.tsx'), 'AuditorReplay')

export const auditorPortal: Portal<'auditor'> = {
  role: 'auditor',
  title: () => t`Auditor Portal`,
  screens: [
    { path: 'dashboard', page: lazyScreen(() => import('./dashboard.tsx'), 'AuditorDashboard') },
    {
      path: 'history',
      page: lazyScreen(() => import('./history.tsx'), 'AuditorHistory'),
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
      page: lazyScreen(() => import('./evidence.tsx'), 'AuditorFindings'),
      link: { label: () => t`Findings`, icon: IconReportAnalytics },
    },
    {
      path: 'proof',
      page: lazyScreen(() => import('./evidence.tsx'), 'AuditorProof'),
      link: { label: () => t`Proof`, icon: IconCertificate },
    },
    {
      path: 'complaints',
      page: lazyScreen(() => import('./evidence.tsx'), 'AuditorComplaints'),
      link: { label: () => t`Complaints`, icon: IconUserSearch },
    },
    { path: 'profile', page: accountScreen },
    { path: 'models/waste-detector', page: wasteDetectorScreen },
  ],
}
