/** Panel of phone gateways: their secrets, the last call of each, and actions. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { GatewayCallback, PhoneGatewayView } from '#contract/phone/views.ts'
import { failureText } from '#web/lib/api/api.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { accessibleActionName } from '#web/lib/format/names.ts'
import cell from '#web/ui/data-table.module.css'
import { DataTable, type DataTableColumn } from '#web/ui/data-table.tsx'
import { Badge, RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { RowButton } from '#web/ui/rows.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useGatewaysQuery } from './calls.ts'
import classes from './phone.module.css'
import { AnswerBadge } from './traffic-panels.tsx'

interface GatewayRow extends PhoneGatewayView {
  last?: GatewayCallback
}

interface Actions {
  create(gateway: PhoneGatewayView): void
  revoke(gateway: PhoneGatewayView): void
}

function gatewayColumns({ create, revoke }: Actions): DataTableColumn<GatewayRow>[] {
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
            <RelativeTime iso={gateway.last.at} /> <AnswerBadge callback={gateway.last} />
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
            label={accessibleActionName(gateway.secrets.length > 0 ? t`Replace` : t`Create secret`, gateway.name)}
            act={() => create(gateway)}
          >
            {gateway.secrets.length > 0 ? t`Replace` : t`Create secret`}
          </RowButton>
          {gateway.secrets.length > 0 && (
            <RowButton label={accessibleActionName(t`Revoke`, gateway.name)} act={() => revoke(gateway)}>
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

interface GatewaysPanelProps extends Actions {
  /** Callbacks, newest first; undefined while they load. */
  callbacks: readonly GatewayCallback[] | undefined
}

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
        <ErrorState message={failureText(error, t`The gateways could not be loaded`)} retry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Panel>
  )
}
