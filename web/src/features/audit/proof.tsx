/** Panels of the screen 'Proof': checkpoints and bundles of events. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { IconCertificate, IconDownload, IconFileCode, IconRefresh } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { HourlyCheckpoint } from '#contract/views.ts'
import { localDayOf } from '#domain/city-time.ts'
import { api, failureReasonOf, failureTextOf, type RequestFailure } from '#web/lib/api/api.ts'
import { AUDIT_POSITION_ROOM } from '#web/lib/api/audit-events.ts'
import { defineFile, defineQuery, downloadFile, type LoadedFile } from '#web/lib/api/request.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { getDateExamples, getInvalidDateText, parseDate } from '#web/lib/format/dates.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatExactTime, useCitySettings } from '#web/lib/format/times.ts'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import classes from './audit.module.css'

const { useProofQuery, useCheckpointsQuery, useCheckpointMutation, useVerifierMutation, useAuditBundleMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      proof: build.query(defineQuery('proof')),
      checkpoints: build.query(defineQuery('checkpoints')),
      checkpoint: build.mutation(defineFile('checkpoint')),
      verifier: build.mutation(defineFile('verifier')),
      auditBundle: build.mutation(defineFile('auditBundle')),
    }),
  })

const checkpointFailure = () => t`The checkpoint of the log could not be loaded`

/**
 * Panel with the signed checkpoint of the current log.
 * The auditor stores it elsewhere, to compare it later.
 */
export function CheckpointPanel() {
  const { data, error, isFetching, refetch } = useProofQuery(undefined, { refetchOnMountOrArgChange: true })
  const [fetchFile, { isLoading }] = useCheckpointMutation()

  async function download() {
    try {
      downloadFile(await fetchFile().unwrap())
    } catch (refused) {
      showToast('error', checkpointFailure(), failureReasonOf(refused))
    }
  }

  return (
    <Panel title={t`Signed checkpoint`}>
      {error && !data ? (
        <ErrorState message={failureTextOf(error, checkpointFailure())} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={168} />
      ) : (
        <>
          <p className={classes.text}>
            {t`The log has ${plural({ events: data.size }, { one: '# event', other: '# events' })}. Keep a copy of this checkpoint in another place. With it, you can prove later that none of them was changed.`}
          </p>
          <dl className={classes.facts}>
            <dt>
              <Trans>Root</Trans>
            </dt>
            <dd className={classes.code}>{data.root}</dd>
            <dt>
              <Trans>Verifier key</Trans>
            </dt>
            <dd className={classes.code}>{data.key}</dd>
          </dl>
          <Group gap="xs" mt="md">
            <Button
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              loading={isLoading}
              onClick={() => void download()}
            >
              <Trans>Download checkpoint</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={isFetching}
              onClick={() => void refetch()}
            >
              <Trans>Refresh</Trans>
            </Button>
          </Group>
        </>
      )}
    </Panel>
  )
}

/** Number of checkpoints per page; 24 are one day. */
const SIZE = 24

/**
 * Lists hourly checkpoints, newest first.
 * They verify event bundles that were downloaded earlier.
 */
export function HourlyCheckpoints() {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useCheckpointsQuery(
    { page, size: SIZE },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch, AUDIT_POSITION_ROOM)
  return (
    <Panel
      title={t`Hourly checkpoints`}
      aside={data && plural({ checkpoints: data.total }, { one: '# checkpoint', other: '# checkpoints' })}
    >
      {error && !data ? (
        <ErrorState
          message={failureTextOf(error, t`The checkpoints of the log could not be loaded`)}
          retry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton height={168} />
      ) : data.total === 0 ? (
        <EmptyState icon={IconCertificate} title={t`No checkpoints yet`}>
          <Trans>The first checkpoint is made at the next full hour. Auditors get each day’s first one by email.</Trans>
        </EmptyState>
      ) : (
        <>
          <ul className={classes.made} aria-busy={isFetching}>
            {data.checkpoints.map((made) => (
              <Made key={made.id} made={made} />
            ))}
          </ul>
          <Group gap="xs" mt="md">
            <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
              <Trans>Newer</Trans>
            </Button>
            <Button variant="default" disabled={page * SIZE >= data.total} onClick={() => setPage(page + 1)}>
              <Trans>Older</Trans>
            </Button>
          </Group>
        </>
      )}
    </Panel>
  )
}

function Made({ made: { id, size, note, made_at, mailed, withdrawn } }: { made: HourlyCheckpoint }) {
  const keep = () =>
    downloadFile({
      url: URL.createObjectURL(new Blob([note], { type: 'text/plain' })),
      name: `checkpoint-${id}.txt`,
    })
  return (
    <li>
      <span>{formatExactTime(made_at)}</span>
      <span>{plural({ events: size }, { one: '# event', other: '# events' })}</span>
      <span>
        {withdrawn
          ? t`withdrawn`
          : mailed > 0 && t`emailed to ${plural(mailed, { one: '# auditor', other: '# auditors' })}`}
      </span>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        aria-label={accessibleActionNameOf(t`Download`, formatExactTime(made_at))}
        onClick={keep}
      >
        <Trans>Download</Trans>
      </Button>
    </li>
  )
}

/** Exports a period's events, their proof, and the program to verify them. */
export function ProofBundlePanel() {
  const today = localDayOf(useCitySettings().timeZone, new Date().toISOString())
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const [invalid, setInvalid] = useState({ from: false, to: false })
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [fetchBundle, { isLoading: exporting }] = useAuditBundleMutation()
  const { data: proof } = useProofQuery()
  const [fetchVerifier, { isLoading: fetching }] = useVerifierMutation()

  const dateIn = (text: string) => parseDate(text, { today, toward: 'past' })
  const days = { from: dateIn(from), to: dateIn(to) }

  async function keep(coming: Promise<LoadedFile>) {
    setFailure(null)
    try {
      const kept = await coming
      downloadFile(kept)
      showToast('success', t`Downloaded`, kept.name)
    } catch (refused) {
      setFailure(refused as RequestFailure)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setInvalid({ from: !days.from, to: !days.to })
    if (days.from && days.to) void keep(fetchBundle({ from: days.from, to: days.to }).unwrap())
    else setFailure(null)
  }
  const wrong = failure?.errors ?? {}
  // Quotes the key, because shells interpret some of its characters.
  const command = `node verify.mjs audit-${days.from ?? 'FROM'}-to-${days.to ?? 'TO'}.jsonl --key '${proof?.key ?? '…'}'`

  return (
    <Panel title={t`Export and check`}>
      <p className={classes.text}>
        <Trans>
          A bundle has the events of a period and their proof. Personal data in it stays encrypted. You can check it on
          your own computer, without this server.
        </Trans>
      </p>
      <form onSubmit={submit} noValidate>
        <div className={classes.period}>
          <TextInput
            label={t`From`}
            description={getDateExamples()}
            size="md"
            value={from}
            error={invalid.from ? getInvalidDateText() : wrong.from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            label={t`To`}
            description={getDateExamples()}
            size="md"
            value={to}
            error={invalid.to ? getInvalidDateText() : wrong.to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </div>
        {failure && !failure.errors && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)" mt="xs">
            {failureTextOf(failure, t`The bundle could not be made. ${{ reason: failureReasonOf(failure) }}`)}
          </Text>
        )}
        <Group gap="xs" mt="md">
          <Button
            type="submit"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={exporting}
          >
            <Trans>Export bundle</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileCode size={16} aria-hidden="true" />}
            loading={fetching}
            onClick={() => void keep(fetchVerifier().unwrap())}
          >
            <Trans>Download verifier</Trans>
          </Button>
        </Group>
      </form>
      <pre className={classes.command}>
        <code>{command}</code>
      </pre>
      <p className={classes.text}>
        <Trans>
          The verifier lists every event that was changed, removed, added or moved. Add{' '}
          <code>--since checkpoint.txt</code> to compare with a checkpoint that you kept.
        </Trans>
      </p>
    </Panel>
  )
}
