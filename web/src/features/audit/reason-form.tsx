/** Form for an action that needs a text: a reason, or a note that another person will read. */
import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { Failure } from '#web/lib/api/api.ts'
import { useUnsavedChanges, type validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert, DialogFooter } from '#web/ui/dialog.tsx'

/** Replaces line breaks by spaces. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export interface ReasonFormProps {
  /** Name of the text's field in the command. */
  field: 'reason' | 'note'
  label: string
  /** Says who will read the text. */
  description: string
  maxLength: number
  /** Label of the submit button. */
  act: string
  /** Title of the error message if the command fails. */
  failed: string
  failure: Failure | null
  pending: boolean
  /** Validates the text. Returns errors by field. */
  rules(text: string): ReturnType<ReturnType<typeof validateBySchema>>
  /** Sends the command. Rejects with a Failure. */
  send(text: string): Promise<void>
  close(): void
  setBusy(busy: boolean): void
  /** Names the object of the action; shown above the field. */
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
  useUnsavedChanges(form.isDirty())

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
        <ChangeErrorAlert failure={failure} text={failed} />
        <DialogFooter act={act} close={close} pending={pending} />
      </Stack>
    </form>
  )
}
