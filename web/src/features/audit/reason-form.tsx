/** The form of an act that asks for one text, a reason or a note, which somebody else reads. */
import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { Failure } from '#web/calls/api.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import type { checkedBy } from '#web/hooks/checked-by.ts'
import { useUnsaved } from '#web/hooks/unsaved.ts'

/** Kept as one line: breaks that were typed become spaces. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export interface ReasonFormProps {
  /** As the command calls it. */
  field: 'reason' | 'note'
  label: string
  /** Who reads it. */
  description: string
  maxLength: number
  /** What the button says. */
  act: string
  /** What stands above a failure. */
  failed: string
  failure: Failure | null
  pending: boolean
  /** What is wrong with the text, by field. */
  rules(text: string): ReturnType<ReturnType<typeof checkedBy>>
  /** Does it; rejects with the api's failure. */
  send(text: string): Promise<void>
  close(): void
  setBusy(busy: boolean): void
  /** Above the field: what it is about. */
  children?: ReactNode
}

export function ReasonForm({
  field,
  act,
  failed,
  failure,
  pending,
  rules,
  send,
  close,
  setBusy,
  ...shown
}: ReasonFormProps) {
  const form = useForm<Record<string, string>>({
    initialValues: { [field]: '' },
    validate: (values) => rules(oneLine(values[field] ?? '')),
  })
  useUnsaved(form.isDirty())

  const submit = form.onSubmit(async (values) => {
    setBusy(true)
    try {
      await send(oneLine(values[field] ?? ''))
    } catch (error) {
      form.setErrors((error as Failure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  const { children, ...texts } = shown
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        <Textarea size="md" autosize minRows={2} data-autofocus {...texts} {...form.getInputProps(field)} />
        <ChangeFailure failure={failure} text={failed} />
        <DialogFoot act={act} close={close} pending={pending} />
      </Stack>
    </form>
  )
}
