/** The Security tab: sessions, and for staff a second factor. */
import { Skeleton } from '@mantine/core'
import type { User } from '#contract/views.ts'
import { failureText } from '#web/calls/api.ts'
import { Panel } from '#web/components/panel.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { SecondFactor } from './second-factor.tsx'
import { useSecurityQuery } from './security-calls.ts'
import { Sessions } from './sessions.tsx'

export function SecurityPanels({ user }: { user: User }) {
  const { data, error, refetch } = useSecurityQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <>
      <Panel title="Where you are signed in">
        {data && <Sessions sessions={data.sessions} />}
        {!data && error && <ErrorState message={failureText(error, 'Failed to load your sessions')} retry={refetch} />}
        {!data && !error && <Skeleton height={132} />}
      </Panel>
      {user.role !== 'resident' && data && <SecondFactor {...data.secondFactor} />}
    </>
  )
}
