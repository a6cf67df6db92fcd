/** Finds the people, reports and deliveries that a complaint is about, by reference, name or email. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { ReferenceMatch } from '#contract/views.ts'
import { api, failureTextOf, type RequestFailure } from '#web/lib/api/api.ts'
import { AUDIT_POSITION_ROOM } from '#web/lib/api/audit-events.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { personNameOf } from '#web/lib/language/person-name.ts'
import { ChangeErrorAlert } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './audit.module.css'
import { RevealNameButton, useRevealName } from './reveal-name.tsx'

const { useLazyLookUpReferenceQuery, useLookUpPeopleMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    lookUpReference: build.query({ ...defineQuery('lookUpReference'), keepUnusedDataFor: 0 }),
    lookUpPeople: build.mutation(defineCommand('lookUpPeople')),
  }),
})

/** Form that finds a complaint's report or delivery by reference. */
export function ReferenceLookUp() {
  const [reference, setReference] = useState('')
  const [ask, { data, error, isFetching }] = useLazyLookUpReferenceQuery()
  const failure = error as RequestFailure | undefined
  const wrong = failure?.errors?.reference

  function submit(event: FormEvent) {
    event.preventDefault()
    void ask({ reference: reference.trim() })
  }

  return (
    <Panel title={t`By reference`}>
      <form onSubmit={submit} noValidate className={classes.line}>
        <TextInput
          label={t`Reference`}
          description={
            <Trans>
              Shown beside each report and delivery, such as <span className={classes.complaintsCode}>R-4K7M-9XPC</span>
              .
            </Trans>
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
          <Trans>Find</Trans>
        </Button>
      </form>
      <div role="status">
        {failure && !wrong && !isFetching && (
          <Text size="sm" mt="sm">
            {failureTextOf(failure, t`The reference could not be looked up`)}
          </Text>
        )}
        {data && !failure && !isFetching && <FoundReport found={data.found} />}
      </div>
    </Panel>
  )
}

function FoundReport({ found }: { found: readonly ReferenceMatch[] }) {
  return (
    <>
      {found.length > 1 && (
        <Text size="sm" mt="sm">
          {t`${{ count: formatNumber(found.length) }} results share this reference. Compare zone and time with what the person says.`}
        </Text>
      )}
      <ul className={classes.found} aria-label={t`Found by reference`}>
        {found.map(({ kind, id, reference, name, zone, status, at }) => (
          <li key={`${kind} ${id}`}>
            <span className={classes.complaintsCode}>{reference}</span>
            <span>
              <Link to={`/auditor/history?thing=${encodeURIComponent(`${kind}:${id}`)}`}>{name}</Link>
              <span className={classes.small}>
                <span>{`${zone} · ${status} · `}</span>
                <span>
                  {kind === 'report' ? (
                    <Trans>
                      reported <RelativeTime iso={at} />
                    </Trans>
                  ) : (
                    <Trans>
                      left <RelativeTime iso={at} />
                    </Trans>
                  )}
                </span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).LookUpPeopleBody)
type Answer = AnswerOf<'lookUpPeople'>

/**
 * Form that looks up a person by name or email.
 * The auditor gives a reason, which the person can read.
 * The result contains only pseudonyms.
 */
export function PersonLookUp() {
  const [answer, setAnswer] = useState<Answer>()
  const { pending, failure, send } = useCommand(AUDIT_POSITION_ROOM)
  const [lookUp] = useLookUpPeopleMutation()
  const form = useForm({ initialValues: { who: '', reason: '' }, validate: rules })

  const submit = form.onSubmit(async (typed) => {
    const body = { who: typed.who.trim(), reason: typed.reason.replace(/\s+/g, ' ').trim() }
    setAnswer(undefined)
    try {
      const done = await send(body, (key) => lookUp({ body, key }).unwrap())
      if (!done) return
      setAnswer(done)
      form.reset()
    } catch (error) {
      form.setErrors((error as RequestFailure).errors ?? {})
    }
  })

  return (
    <Panel title={t`By name or email`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" className={classes.complaintsForm}>
          <TextInput
            label={t`Name or email`}
            description={t`Enter whole words of the name, or the whole email.`}
            size="md"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('who')}
          />
          <Textarea
            label={t`Reason`}
            description={t`Every person that you find sees this search and your name on their profile.`}
            size="md"
            autosize
            minRows={2}
            maxLength={200}
            {...form.getInputProps('reason')}
          />
          <ChangeErrorAlert failure={failure?.errors ? null : failure} text={t`The look-up failed`} />
          <Group>
            <Button type="submit" size="md" mih={44} variant="default" loading={pending}>
              <Trans>Look up</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
      <div role="status">{answer && <FoundPerson {...answer} />}</div>
    </Panel>
  )
}

function FoundPerson({ people, unlisted }: Answer) {
  const { open, dialog } = useRevealName()
  if (people.length === 0)
    return (
      <Text size="sm" mt="md">
        {unlisted
          ? t`${{ count: formatNumber(unlisted) }} people have this name. Add more of the name, or use the email.`
          : t`Nobody has this name or email. The look-up is recorded.`}
      </Text>
    )
  return (
    <>
      <ul className={classes.found} aria-label={t`Found by name or email`}>
        {people.map(({ id, pseudonym, zone, createdAt }) => (
          <li key={id}>
            <span>
              <Link to={`/auditor/history?thing=${encodeURIComponent(`account:${id}`)}`}>{pseudonym}</Link>
              <span className={classes.small}>
                {zone && <span>{`${zone} · `}</span>}
                <span>
                  <Trans>
                    registered <RelativeTime iso={createdAt} />
                  </Trans>
                </span>
              </span>
            </span>
            <RevealNameButton id={id} pseudonym={personNameOf(pseudonym)} open={open} />
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}
