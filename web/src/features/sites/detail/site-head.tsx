/** Head of a site's screen: back button, name, location and last update. */
import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Site } from '#contract/views.ts'
import { RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import classes from './detail.module.css'

export function SiteHead({ site, children }: { site: Site; children: ReactNode }) {
  const navigate = useNavigate()
  // A visitor from an external link has no earlier page.
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/recycler/dashboard'))
  return (
    <div className={classes.siteHead}>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label="Back" onClick={back}>
        <IconArrowLeft size={20} aria-hidden="true" />
      </ActionIcon>
      <div className={classes.names}>
        <h1 className={classes.name}>{site.name}</h1>
        <p className={classes.where}>
          <IconMapPin size={16} aria-hidden="true" /> {site.location} · Last Updated{' '}
          {site.lastUpdated ? <RelativeTime iso={site.lastUpdated} /> : 'Never'}
        </p>
      </div>
      <SimulatedBadge of={site} />
      {children}
    </div>
  )
}
