/** The admins' page of the phone: gateways and their secrets, costs, and the last calls. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { GatewayView } from '#contract/phone/views.ts'
import { usePhoneTrafficQuery } from '#web/features/phone/calls.ts'
import { GatewaysPanel } from '#web/features/phone/gateways-panel.tsx'
import { CreateSecretDialog, RevokeSecretDialog } from '#web/features/phone/secret-dialogs.tsx'
import { TestCallDialog } from '#web/features/phone/test-call.tsx'
import { CallbacksPanel, CountersPanel } from '#web/features/phone/traffic-panels.tsx'
import { failureText } from '#web/lib/api/api.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import page from '#web/ui/page.module.css'
import { PageHead, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'

/** Polling interval in ms. Callbacks are no events, so the feed does not report them. */
const POLL_INTERVAL_MS = 5_000

/** The open dialog and the gateway that it is about. */
type Doing = { what: 'create' | 'revoke'; gateway: GatewayView } | { what: 'test' }

export function AdminPhone() {
  const [doing, setDoing] = useState<Doing | null>(null)
  const { data, error, refetch } = usePhoneTrafficQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_INTERVAL_MS,
    skipPollingIfUnfocused: true,
  })
  useTitle(t`Phone`)
  const close = () => setDoing(null)
  const create = useCallback((gateway: GatewayView) => setDoing({ what: 'create', gateway }), [])
  const revoke = useCallback((gateway: GatewayView) => setDoing({ what: 'revoke', gateway }), [])
  return (
    <div className={page.page}>
      <PageHead
        title={t`Phone`}
        lead={t`People without a smartphone dial a code. A gateway of the operators calls this server for each screen.`}
        titleAlone
      >
        <Button
          variant="default"
          leftSection={<IconPhoneCall size={18} aria-hidden="true" />}
          onClick={() => setDoing({ what: 'test' })}
        >
          <Trans>Test a URL</Trans>
        </Button>
      </PageHead>
      <GatewaysPanel callbacks={data?.callbacks} create={create} revoke={revoke} />
      {data ? (
        <>
          <CountersPanel traffic={data} />
          <CallbacksPanel callbacks={data.callbacks} />
        </>
      ) : (
        <Panel title={t`Last 24 hours`} busy={!error}>
          {error ? (
            <ErrorState message={failureText(error, t`The traffic could not be loaded`)} retry={() => void refetch()} />
          ) : (
            <Skeleton height={240} />
          )}
        </Panel>
      )}
      <CreateSecretDialog gateway={doing?.what === 'create' ? doing.gateway : null} close={close} />
      <RevokeSecretDialog gateway={doing?.what === 'revoke' ? doing.gateway : null} close={close} />
      <TestCallDialog opened={doing?.what === 'test'} close={close} />
    </div>
  )
}
