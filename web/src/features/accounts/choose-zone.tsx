/**
 * Lets a resident of a closed zone choose another.
 * Sessions belong to one zone, so the resident signs in again.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CommandButton } from '#web/ui/use-command.tsx'
import '#web/ui/input-styles.ts'
import { useState } from 'react'
import { commandFailureReasonOf, type RequestFailure, useIdempotentRunner } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { ZoneField } from '#web/ui/fields.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import classes from './account.module.css'
import { useZonesQuery } from './calls.ts'
import { useChooseZoneMutation } from './own-account.ts'

export function ChooseZoneForm({ closed }: { closed: string }) {
  const { signOut } = useSession()
  const { data: zones = [] } = useZonesQuery()
  const [picked, setPicked] = useState<string | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [choose, { isLoading }] = useChooseZoneMutation()
  const attempt = useIdempotentRunner()
  const zone = picked ?? zones[0] ?? ''

  async function press() {
    setFailure(null)
    const body = { zone }
    try {
      const { message } = await attempt(body, (key) => choose({ body, key }).unwrap())
      showToast('success', message)
      signOut()
    } catch (error) {
      setFailure(error as RequestFailure)
    }
  }

  return (
    <div className={classes.unconfirmed} role="status">
      <p>
        <Trans>
          <strong>
            Your zone <span>{closed}</span> was closed.
          </strong>{' '}
          Choose your new zone, then sign in again.
        </Trans>
      </p>
      <ZoneField
        label={t`Your zone`}
        zones={zones}
        value={zone}
        onChange={setPicked}
        error={failure && commandFailureReasonOf(failure)}
      />
      <CommandButton loading={isLoading} onClick={() => void press()}>
        <Trans>Save zone</Trans>
      </CommandButton>
    </div>
  )
}
