/** Export of a period's events with their proof, and the program that verifies them elsewhere. */
import '#web/ui/input-styles.ts'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconDownload, IconFileCode } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { dayIn } from '#domain/city-time.ts'
import { type Failure, failureReason, failureText } from '#web/lib/api/api.ts'
import { type LoadedFile, saveFile } from '#web/lib/api/file.ts'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { DATE_EXAMPLES, INVALID_DATE, readDate } from '#web/lib/format/dates.ts'
import { Panel } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toasts.tsx'
import classes from './audit.module.css'
import { useAuditBundleMutation, useProofQuery, useVerifierMutation } from './calls.ts'

export function BundlePanel() {
  const today = dayIn(useCityTerms().timeZone, new Date().toISOString())
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const [invalid, setInvalid] = useState({ from: false, to: false })
  const [failure, setFailure] = useState<Failure | null>(null)
  const [fetchBundle, { isLoading: exporting }] = useAuditBundleMutation()
  const { data: proof } = useProofQuery()
  const [fetchVerifier, { isLoading: fetching }] = useVerifierMutation()

  const dateIn = (text: string) => readDate(text, { today, toward: 'past' })
  const days = { from: dateIn(from), to: dateIn(to) }

  async function keep(coming: Promise<LoadedFile>) {
    setFailure(null)
    try {
      const kept = await coming
      saveFile(kept)
      toast('success', 'Downloaded', kept.name)
    } catch (refused) {
      setFailure(refused as Failure)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setInvalid({ from: !days.from, to: !days.to })
    if (days.from && days.to) void keep(fetchBundle({ from: days.from, to: days.to }).unwrap())
    else setFailure(null)
  }
  const wrong = failure?.errors ?? {}
  // Quoted, because the key contains characters with a meaning in shells.
  const command = `node verify.mjs audit-${days.from ?? 'FROM'}-to-${days.to ?? 'TO'}.jsonl --key '${proof?.key ?? '…'}'`

  return (
    <Panel title="Export and check">
      <p className={classes.text}>
        A bundle has the events of a period as they are stored, and what proves them. Names and other personal data in
        it stay sealed. Check it on a machine of your own: nothing of this server is needed for that.
      </p>
      <form onSubmit={submit} noValidate>
        <div className={classes.period}>
          <TextInput
            label="From"
            description={DATE_EXAMPLES}
            size="md"
            value={from}
            error={invalid.from ? INVALID_DATE : wrong.from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            label="To"
            description={DATE_EXAMPLES}
            size="md"
            value={to}
            error={invalid.to ? INVALID_DATE : wrong.to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </div>
        {failure && !failure.errors && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)" mt="xs">
            {failureText(failure, `The bundle could not be made. ${failureReason(failure)}`)}
          </Text>
        )}
        <Group gap="xs" mt="md">
          <Button
            type="submit"
            variant="default"
            mih={44}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={exporting}
          >
            Export bundle
          </Button>
          <Button
            variant="default"
            mih={44}
            leftSection={<IconFileCode size={16} aria-hidden="true" />}
            loading={fetching}
            onClick={() => void keep(fetchVerifier().unwrap())}
          >
            Download verifier
          </Button>
        </Group>
      </form>
      <pre className={classes.command}>
        <code>{command}</code>
      </pre>
      <p className={classes.text}>
        It names every event that was altered, removed, added or moved. Add <code>--since checkpoint.txt</code>, and a
        checkpoint that you kept before is held against the log of now.
      </p>
    </Panel>
  )
}
