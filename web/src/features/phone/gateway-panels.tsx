/**
 * Panels of phone access, and their API endpoints.
 * They show gateways, secrets, the last 24 hours, failed SMS, latest calls.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconPhoneIncoming } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type GatewayCallbackKind, PHONE_GATEWAY_NAMES } from '#contract/phone/gateways.ts'
import type { GatewayCallback, GatewayTraffic, PhoneGatewayView, SmsTrafficView } from '#contract/phone/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { api, failureTextOf } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { personNameOf } from '#web/lib/language/person-name.ts'
import cell from '#web/ui/data-table.module.css'
import { DataTable, type DataTableColumn } from '#web/ui/data-table.tsx'
import { NamedValueList } from '#web/ui/figure-table.tsx'
import { Badge, type BadgeTone, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { RowButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './phone.module.css'

/** API endpoints for admins: secrets and traffic of phone gateways. */
const calls = api.enhanceEndpoints({ addTagTypes: ['Gateways'] }).injectEndpoints({
  endpoints: (build) => ({
    gateways: build.query({ ...defineQuery('gateways'), providesTags: ['Gateways'] }),
    phoneTraffic: build.query(defineQuery('phoneTraffic')),
    smsTraffic: build.query(defineQuery('smsTraffic')),
    createGatewaySecret: build.mutation(defineCommand('createGatewaySecret')),
    revokeGatewaySecret: build.mutation(defineCommand('revokeGatewaySecret')),
  }),
})

export const {
  useGatewaysQuery,
  usePhoneTrafficQuery,
  useSmsTrafficQuery,
  useCreateGatewaySecretMutation,
  useRevokeGatewaySecretMutation,
} = calls

/** Causes the list of gateways to reload. */
export const invalidateGateways = () => calls.util.invalidateTags(['Gateways'])

interface GatewaysPanelProps extends GatewayActions {
  /** Gateway callbacks, newest first; undefined while they load. */
  callbacks: readonly GatewayCallback[] | undefined
}

/** Panel of phone gateways: secrets, last calls and actions. */
export function GatewaysPanel({ callbacks, create, revoke }: GatewaysPanelProps) {
  const { data, error, refetch } = useGatewaysQuery(undefined, { refetchOnMountOrArgChange: true })
  useLiveRefresh(refetch)
  const columns = useMemo(() => gatewayColumns({ create, revoke }), [create, revoke])
  const rows = data?.gateways.map((gateway) => {
    const last = callbacks?.find(
      (callback) => callback.gateway === gateway.id && callback.status !== 404 && !callback.simulated,
    )
    return { ...gateway, ...(last && { last }) }
  })
  return (
    <Panel title={t`Gateways`} busy={!rows && !error}>
      {rows ? (
        <DataTable label={t`Gateways`} columns={columns} rows={rows} />
      ) : error ? (
        <ErrorState message={failureTextOf(error, t`The gateways could not be loaded`)} retry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Panel>
  )
}

interface GatewayRow extends PhoneGatewayView {
  last?: GatewayCallback
}

interface GatewayActions {
  create(gateway: PhoneGatewayView): void
  revoke(gateway: PhoneGatewayView): void
}

function gatewayColumns({ create, revoke }: GatewayActions): DataTableColumn<GatewayRow>[] {
  return [
    {
      id: 'name',
      header: t`Gateway`,
      meta: { card: 'heading', width: '18%' },
      cell: ({ row }) => <span className={cell.strong}>{row.original.name}</span>,
    },
    {
      id: 'state',
      header: t`Secret`,
      meta: { width: '30%' },
      cell: ({ row }) => <Secrets secrets={row.original.secrets} />,
    },
    {
      id: 'last',
      header: t`Last call`,
      cell: ({ row: { original: gateway } }) =>
        gateway.last ? (
          <>
            <RelativeTime iso={gateway.last.at} /> <CallbackStatusBadge callback={gateway.last} />
          </>
        ) : (
          '–'
        ),
    },
    {
      id: 'actions',
      header: t`Actions`,
      meta: { card: 'plain', align: 'end', width: '28%' },
      cell: ({ row: { original: gateway } }) => (
        <div className={classes.actions}>
          <RowButton
            label={accessibleActionNameOf(gateway.secrets.length > 0 ? t`Replace` : t`Create secret`, gateway.name)}
            act={() => create(gateway)}
          >
            {gateway.secrets.length > 0 ? t`Replace` : t`Create secret`}
          </RowButton>
          {gateway.secrets.length > 0 && (
            <RowButton label={accessibleActionNameOf(t`Revoke`, gateway.name)} act={() => revoke(gateway)}>
              {t`Revoke`}
            </RowButton>
          )}
        </div>
      ),
    },
  ]
}

function Secrets({ secrets: [newest, older] }: Pick<PhoneGatewayView, 'secrets'>) {
  if (!newest) return <Badge tone="plain">{t`None`}</Badge>
  return (
    <>
      <div>
        <Badge tone={older ? 'progress' : 'done'}>{older ? t`Being replaced` : t`Set`}</Badge>{' '}
        <RelativeTime iso={newest.createdAt} />
      </div>
      {older && (
        <div className={cell.small}>
          <Trans>
            Also valid: the secret created <RelativeTime iso={older.createdAt} />
          </Trans>
        </div>
      )}
    </>
  )
}

/** Panel with the number of phone sessions and SMS, which cost money. */
export function CountersPanel({ traffic, sms }: { traffic: GatewayTraffic; sms: SmsTrafficView }) {
  const { sessions, textsPerDay, smsService, since } = traffic
  const service = smsService === undefined ? t`Files` : (lookUp(PHONE_GATEWAY_NAMES, smsService) ?? smsService)
  const now = useNow(0)
  const lost = sms.refused + sms.unknown + sms.undelivered
  return (
    <Panel title={t`Last 24 hours`}>
      <NamedValueList
        className={classes.figures}
        facts={[
          [t`USSD sessions`, formatNumber(sessions)],
          [t`SMS sent`, t`${{ sent: formatNumber(sms.counted_today) }} of ${{ limit: formatNumber(textsPerDay) }}`],
          [t`SMS not delivered`, formatNumber(lost)],
          [t`SMS not sent, limit reached`, formatNumber(sms.withheld)],
          [t`SMS service`, service],
        ]}
      />
      {smsService === undefined && (
        <p className={classes.note}>
          <Trans>
            SMS are not sent, because no SMS service is set up. They are saved as files in the folder ‘outbox’. To send
            them, set SMS_GATEWAY.
          </Trans>
        </p>
      )}
      {since && (
        <p className={classes.note}>
          {t`Sessions and calls are counted since the server started: ${{ time: formatRecentTime(since, now) }}.`}
        </p>
      )}
    </Panel>
  )
}

type FailedText = SmsTrafficView['failed'][number]

const failureLabels = (): Record<FailedText['outcome'], string> => ({
  refused: t`Refused by the service`,
  unknown: t`Unknown: the service did not answer`,
  undelivered: t`Not delivered`,
})

const failureColumns = (): DataTableColumn<FailedText & { id: string }>[] => [
  {
    id: 'user',
    header: t`User`,
    meta: { card: 'heading', width: '30%' },
    cell: ({ row: { original: text } }) => (
      <>
        <div>{text.user_name === undefined ? t`Unknown` : personNameOf(text.user_name)}</div>
        <div className={cell.small}>{text.user_id}</div>
      </>
    ),
  },
  {
    id: 'what',
    header: t`What happened`,
    cell: ({ row: { original: text } }) => (
      <>
        {failureLabels()[text.outcome]} {text.reason && <span className={cell.small}>{text.reason}</span>}
      </>
    ),
  },
  { id: 'at', header: t`When`, meta: { card: 'aside' }, cell: ({ row }) => <RelativeTime iso={row.original.at} /> },
]

/** Panel of SMS that did not arrive, with their recipients. */
export function FailedSmsPanel({ failed }: Pick<SmsTrafficView, 'failed'>) {
  const columns = useMemo(failureColumns, [])
  const rows = useMemo(() => failed.map((text) => ({ id: text.notification_id, ...text })), [failed])
  if (rows.length === 0) return null
  return (
    <Panel title={t`SMS that did not arrive`}>
      <p className={classes.lead}>
        <Trans>
          These users see the same notice on their screen when they sign in. If it happens often, their number may be
          wrong or switched off.
        </Trans>
      </p>
      <DataTable label={t`SMS that did not arrive, newest first`} columns={columns} rows={rows} />
    </Panel>
  )
}

const kindLabels = (): Record<GatewayCallbackKind, string> => ({
  ussd: t`USSD`,
  sms: t`Incoming SMS`,
  delivery: t`SMS delivery report`,
})

/** Returns the colour and text that show how the server answered a gateway's callback. */
function callbackStatusOf({ status, problem }: Pick<GatewayCallback, 'status' | 'problem'>): [BadgeTone, string] {
  if (status === 404) return ['critical', t`Wrong secret`]
  if (problem === 'bad-request' || problem === 'too-large') return ['progress', t`Not readable`]
  if (problem !== undefined || status >= 400) return ['critical', t`Failed`]
  return ['done', t`Answered`]
}

function CallbackStatusBadge({ callback }: { callback: Pick<GatewayCallback, 'status' | 'problem'> }) {
  const [tone, text] = callbackStatusOf(callback)
  return <Badge tone={tone}>{text}</Badge>
}

type CallbackRow = GatewayTraffic['callbacks'][number]

const callbackColumns = (): DataTableColumn<CallbackRow>[] => [
  {
    id: 'at',
    header: t`Time`,
    meta: { card: 'heading', width: '22%' },
    cell: ({ row }) => <RelativeTime iso={row.original.at} />,
  },
  {
    id: 'gateway',
    header: t`Gateway`,
    cell: ({ row: { original: callback } }) => (
      <>
        {PHONE_GATEWAY_NAMES[callback.gateway]} <SimulatedBadge of={callback} />
      </>
    ),
  },
  { id: 'kind', header: t`Kind`, cell: ({ row }) => kindLabels()[row.original.kind] },
  {
    id: 'answer',
    header: t`Answer`,
    meta: { card: 'aside' },
    cell: ({ row: { original: callback } }) => (
      <>
        <CallbackStatusBadge callback={callback} /> <span className={cell.small}>{callback.status}</span>
      </>
    ),
  },
]

const SHORT_LIST_LENGTH = 10

/** Panel of the gateways' latest calls, newest first, without phone numbers. */
export function GatewayCallbacksPanel({ callbacks }: Pick<GatewayTraffic, 'callbacks'>) {
  const columns = useMemo(callbackColumns, [])
  const [isLong, setIsLong] = useState(false)
  const rows = isLong ? callbacks : callbacks.slice(0, SHORT_LIST_LENGTH)
  return (
    <Panel title={t`Last calls`} aside={<span className={cell.small}>{t`Phone numbers are not shown`}</span>}>
      {callbacks.length === 0 ? (
        <EmptyState icon={IconPhoneIncoming} title={t`No calls yet`}>
          <Trans>Calls appear here with their answers once you have entered the callback URL at the gateway.</Trans>
        </EmptyState>
      ) : (
        <>
          <DataTable label={t`Last calls, newest first`} columns={columns} rows={rows} />
          {rows.length < callbacks.length && (
            <Button variant="default" mt="sm" onClick={() => setIsLong(true)}>
              {t`Show all ${{ count: formatNumber(callbacks.length) }}`}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}
