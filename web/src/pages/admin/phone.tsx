/** Admin page for phone access: gateways, secrets, costs, latest calls. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { PhoneGatewayView } from '#contract/phone/views.ts'
import {
  CountersPanel,
  FailedSmsPanel,
  GatewayCallbacksPanel,
  GatewaysPanel,
  usePhoneTrafficQuery,
  useSmsTrafficQuery,
} from '#web/features/phone/gateway-panels.tsx'
import { CreateSecretDialog, RevokeSecretDialog } from '#web/features/phone/secret-dialogs.tsx'
import { CallbackTestDialog } from '#web/features/phone/test-call.tsx'
import { failureTextOf } from '#web/lib/api/api.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import page from '#web/ui/page.module.css'
import { PageHead, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'

/**
 * Polling interval in ms.
 * Gateway callbacks are not events, so the feed does not report them.
 */
const POLLING = { refetchOnMountOrArgChange: true, pollingInterval: 5_000, skipPollingIfUnfocused: true } as const

/** The open dialog, with the phone gateway that it creates or revokes. */
type OpenDialog = { what: 'create' | 'revoke'; gateway: PhoneGatewayView } | { what: 'test' }

export function AdminPhone() {
  const [doing, setDoing] = useState<OpenDialog | null>(null)
  const { data: traffic, error, refetch } = usePhoneTrafficQuery(undefined, POLLING)
  const { data: sms, error: smsError, refetch: refetchSms } = useSmsTrafficQuery(undefined, POLLING)
  const failure = error ?? smsError
  useTitle(t`Phone`)
  const close = () => setDoing(null)
  const create = useCallback((gateway: PhoneGatewayView) => setDoing({ what: 'create', gateway }), [])
  const revoke = useCallback((gateway: PhoneGatewayView) => setDoing({ what: 'revoke', gateway }), [])
  return (
    <div className={page.page}>
      <PageHead
        title={t`Phone`}
        lead={t`People without a smartphone dial a code. For each screen of the menu, the operator’s gateway calls this server.`}
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
      <GatewaysPanel callbacks={traffic?.callbacks} create={create} revoke={revoke} />
      {traffic && sms ? (
        <>
          <CountersPanel traffic={traffic} sms={sms} />
          <FailedSmsPanel failed={sms.failed} />
          <GatewayCallbacksPanel callbacks={traffic.callbacks} />
        </>
      ) : (
        <Panel title={t`Last 24 hours`} busy={!failure}>
          {failure ? (
            <ErrorState
              message={failureTextOf(failure, t`The calls and SMS could not be loaded`)}
              retry={() => {
                void refetch()
                void refetchSms()
              }}
            />
          ) : (
            <Skeleton height={240} />
          )}
        </Panel>
      )}
      <CreateSecretDialog gateway={doing?.what === 'create' ? doing.gateway : null} close={close} />
      <RevokeSecretDialog gateway={doing?.what === 'revoke' ? doing.gateway : null} close={close} />
      <CallbackTestDialog opened={doing?.what === 'test'} close={close} />
    </div>
  )
}
