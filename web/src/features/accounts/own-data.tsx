/** The user's stored data: export, and the log of staff who opened the user's name. */
import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Access } from '#contract/views.ts'
import { failureReason, failureText } from '#web/lib/api/api.ts'
import { saveFile } from '#web/lib/api/file.ts'
import { RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toasts.tsx'
import classes from './account.module.css'
import { roleLabel } from './identity.ts'
import { useOwnDataMutation } from './own-profile-calls.ts'
import { useOwnAccessesQuery } from './profile-calls.ts'

export function OwnData() {
  const [fetchData, { isLoading }] = useOwnDataMutation()

  async function download() {
    try {
      saveFile(await fetchData().unwrap())
    } catch (refused) {
      toast('error', 'Your data could not be loaded', failureReason(refused))
    }
  }

  return (
    <>
      <Panel title="Who looked at my data">
        <Accesses />
      </Panel>
      <Panel title="My data">
        <p className={classes.hint}>
          Everything that is kept about you, in one file: your account, settings, reports, notifications, sign-ins and
          who opened your name.
        </p>
        <div className={classes.save}>
          <Button
            variant="default"
            size="md"
            mih={44}
            mt="sm"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={isLoading}
            onClick={() => void download()}
          >
            Download my data
          </Button>
        </div>
      </Panel>
    </>
  )
}

function Accesses() {
  const { data, error, refetch } = useOwnAccessesQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState
        message={failureText(error, 'It could not be loaded who looked at your data')}
        retry={() => void refetch()}
      />
    ) : (
      <Skeleton height={60} />
    )
  if (data.accesses.length === 0)
    return (
      <p className={classes.hint}>
        Nobody has. Auditors read what happened without names; when one looks you up or opens your name, it stands here
        with the reason.
      </p>
    )
  return (
    <ul className={classes.sessions}>
      {data.accesses.map((access) => (
        <One key={access.id} access={access} />
      ))}
    </ul>
  )
}

function One({ access: { at, by_name, by_role, reason, looked_up_by } }: { access: Access }) {
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.tileTitle}>{reason}</p>
        <p className={classes.hint}>
          {by_name}, {roleLabel(by_role)}, {looked_up_by ? `looked you up by ${looked_up_by}` : 'opened your name'} ·{' '}
          <RelativeTime iso={at} />
        </p>
      </div>
    </li>
  )
}
