/** Finds the report or delivery of a complaint by its quoted reference. */
import '#web/ui/input-styles.ts'
import { Button, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { FoundThing } from '#contract/views.ts'
import { type Failure, failureText } from '#web/lib/api/api.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { useLazyLookUpReferenceQuery } from './calls.ts'
import classes from './complaints.module.css'

export function ByReference() {
  const [reference, setReference] = useState('')
  const [ask, { data, error, isFetching }] = useLazyLookUpReferenceQuery()
  const failure = error as Failure | undefined
  const wrong = failure?.errors?.reference

  function submit(event: FormEvent) {
    event.preventDefault()
    void ask({ reference: reference.trim() })
  }

  return (
    <Panel title="By reference">
      <form onSubmit={submit} noValidate className={classes.line}>
        <TextInput
          label="Reference"
          description={
            <>
              It is beside each report and delivery, such as <span className={classes.code}>R-4K7M-9XPC</span>.
            </>
          }
          size="md"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={classes.reference}
          value={reference}
          error={wrong}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
        <Button type="submit" size="md" mih={44} variant="default" loading={isFetching} disabled={!reference.trim()}>
          Find
        </Button>
      </form>
      <div role="status">
        {failure && !wrong && !isFetching && (
          <Text size="sm" mt="sm">
            {failureText(failure, 'The reference could not be looked up')}
          </Text>
        )}
        {data && !failure && !isFetching && <Found found={data.found} />}
      </div>
    </Panel>
  )
}

function Found({ found }: { found: readonly FoundThing[] }) {
  return (
    <>
      {found.length > 1 && (
        <Text size="sm" mt="sm">
          {figure(found.length)} share this reference. Compare zone and time with what the person says.
        </Text>
      )}
      <ul className={classes.found} aria-label="Found by reference">
        {found.map(({ kind, id, reference, name, zone, status, at }) => (
          <li key={`${kind} ${id}`}>
            <span className={classes.code}>{reference}</span>
            <span>
              <Link to={`/auditor/history?thing=${encodeURIComponent(`${kind}:${id}`)}`}>{name}</Link>
              <span className={classes.small}>
                {zone} · {status} · {kind === 'report' ? 'reported' : 'left'} <RelativeTime iso={at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
