/** Panels of the phone's traffic: counters of the last 24 hours, and the last calls of gateways. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconPhoneIncoming } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type CallbackKind, GATEWAY_NAMES } from '#contract/phone/gateways.ts'
import type { GatewayCallback, PhoneTraffic } from '#contract/phone/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { exactTime } from '#web/lib/format/times.ts'
import cell from '#web/ui/data-table.module.css'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Badge, RelativeTime, type Tone } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './phone.module.css'

/** Counters of sessions and SMS, which cost money. */
export function CountersPanel({ traffic }: { traffic: PhoneTraffic }) {
  const { sessions, texts, textsPerDay, failedTexts, smsService, since } = traffic
  const service = smsService === undefined ? t`Files in the outbox` : (lookUp(GATEWAY_NAMES, smsService) ?? smsService)
  return (
    <Panel title={t`Last 24 hours`}>
      <Facts
        className={classes.figures}
        facts={[
          [t`USSD sessions`, figure(sessions)],
          [t`SMS sent`, t`${{ sent: figure(texts) }} of ${{ limit: figure(textsPerDay) }}`],
          [t`SMS not delivered`, figure(failedTexts)],
          [t`SMS go through`, service],
        ]}
      />
      {smsService === undefined && (
        <p className={classes.note}>
          <Trans>No SMS service is set, so no SMS leaves this server. The setting SMS_GATEWAY names one.</Trans>
        </p>
      )}
      {since && <p className={classes.note}>{t`Counted since the server started: ${{ time: exactTime(since) }}.`}</p>}
    </Panel>
  )
}

const kindLabels = (): Record<CallbackKind, string> => ({
  ussd: t`USSD`,
  sms: t`SMS of a person`,
  delivery: t`Delivery report`,
})

/** Returns the colour and text of an answer. */
function answerOf({ status, problem }: Pick<GatewayCallback, 'status' | 'problem'>): [Tone, string] {
  if (status === 404) return ['critical', t`Wrong secret`]
  if (problem === 'bad-request' || problem === 'too-large') return ['progress', t`Not readable`]
  if (problem !== undefined || status >= 400) return ['critical', t`Failed`]
  return ['done', t`Answered`]
}

export function AnswerBadge({ callback }: { callback: Pick<GatewayCallback, 'status' | 'problem'> }) {
  const [tone, text] = answerOf(callback)
  return <Badge tone={tone}>{text}</Badge>
}

type CallbackRow = PhoneTraffic['callbacks'][number]

const callbackColumns = (): Column<CallbackRow>[] => [
  {
    id: 'at',
    header: t`Time`,
    meta: { card: 'heading', width: '22%' },
    cell: ({ row }) => <RelativeTime iso={row.original.at} />,
  },
  { id: 'gateway', header: t`Gateway`, cell: ({ row }) => GATEWAY_NAMES[row.original.gateway] },
  { id: 'kind', header: t`Kind`, cell: ({ row }) => kindLabels()[row.original.kind] },
  {
    id: 'answer',
    header: t`Answer`,
    meta: { card: 'aside' },
    cell: ({ row: { original: callback } }) => (
      <>
        <AnswerBadge callback={callback} /> <span className={cell.small}>{callback.status}</span>
      </>
    ),
  },
]

/** The last calls of gateways, the newest first. They show no numbers. */
export function CallbacksPanel({ callbacks }: Pick<PhoneTraffic, 'callbacks'>) {
  const columns = useMemo(callbackColumns, [])
  return (
    <Panel title={t`Last calls`} aside={<span className={cell.small}>{t`Numbers are not shown`}</span>}>
      {callbacks.length === 0 ? (
        <EmptyState icon={IconPhoneIncoming} title={t`No calls yet`}>
          <Trans>Each call of a gateway appears here with its answer, as soon as its URL is entered there.</Trans>
        </EmptyState>
      ) : (
        <DataTable label={t`Last calls, newest first`} columns={columns} rows={callbacks} />
      )}
    </Panel>
  )
}
