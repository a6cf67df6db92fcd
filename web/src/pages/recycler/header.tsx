/** Head of the recyclers' dashboard: user, number of sites and freshness. */

import type { ReactNode } from 'react'
import type { Site } from '#contract/views.ts'
import { useSession } from '#web/lib/api/session.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import { figure } from '#web/lib/format/numbers.ts'
import initials from '#web/ui/initials.module.css'
import { Badge, FreshnessBadge, SimulatedBadge } from '#web/ui/marks.tsx'
import classes from './recycler.module.css'

export interface HeaderProps {
  sites: readonly Site[]
  simulated: { simulated?: true | undefined }
}

export function Header({ sites, simulated }: HeaderProps) {
  return (
    <Head title="Recycling Analytics Dashboard" lead={<Welcome />}>
      <SimulatedBadge of={simulated} />
      <Badge tone="plain">
        {figure(sites.length)} {sites.length === 1 ? 'Site' : 'Sites'} Active
      </Badge>
      <FreshnessBadge live="Live Analytics" />
    </Head>
  )
}

function Welcome() {
  const { user } = useSession()
  return <>Welcome, {user?.name.trim() || 'Recycler'}</>
}

export interface HeadProps {
  title: string
  lead: ReactNode
  children?: ReactNode
}

/** Initials, title and a line below, at the same place in every state. */
export function Head({ title, lead, children }: HeadProps) {
  const { user } = useSession()
  return (
    <div className={classes.head}>
      <span className={initials.initials} aria-hidden="true">
        {initialsOf(user?.name ?? '') || 'RC'}
      </span>
      <div className={classes.titles}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
      </div>
      <div className={classes.badges}>{children}</div>
    </div>
  )
}
