/** The Profile tab: personal data and role-specific panels. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { User } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import classes from './account.module.css'
import { DangerZone } from './danger-zone.tsx'
import { DispatcherFigures } from './dispatcher-figures.tsx'
import { displayName, memberSince, roleLabel } from './identity.ts'
import { OwnData } from './own-data.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RecyclerTiles } from './recycler-tiles.tsx'

export function Profile({ user }: { user: User }) {
  return (
    <>
      {user.role === 'dispatcher' && <DispatcherFigures />}
      <PersonalDetails user={user} />
      {user.role === 'recycler' && <RecyclerTiles />}
      <OwnData />
      {user.role === 'resident' && <DangerZone user={user} />}
    </>
  )
}

function PersonalDetails({ user }: { user: User }) {
  const [editing, setEditing] = useState(false)
  const edit = (
    <Button variant="default" mih={44} onClick={() => setEditing(true)}>
      Edit
    </Button>
  )
  return (
    <Panel title="Personal details" aside={!editing && edit}>
      {editing ? (
        <ProfileForm user={user} close={() => setEditing(false)} />
      ) : (
        <dl className={classes.details}>
          {detailsOf(user).map(([label, value]) => (
            <div key={label} className={classes.detail}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

function detailsOf(user: User): [label: string, value: string][] {
  const details: [string, string | undefined][] = [
    ['Name', displayName(user.name, user.role)],
    ['Email', user.email],
    ['Phone', user.phone?.trim() || 'Not provided'],
    ['Employee ID', user.employee_id],
    ['Role', roleLabel(user.role)],
    ['Zone', user.role === 'resident' ? (user.zone ?? 'Zone not assigned') : undefined],
    ['Facility', user.facility],
    ['Member Since', memberSince(user.createdAt)],
  ]
  return details.filter((detail): detail is [string, string] => detail[1] !== undefined)
}
