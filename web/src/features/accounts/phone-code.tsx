/** Forms and endpoints that prove a phone number by an SMS code. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { api } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useRestoredInput } from '#web/lib/hooks/page.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import classes from './accounts.module.css'
import { FormErrorAlert, PasswordField } from './accounts-frame.tsx'
import { keepSessionOptions } from './calls.ts'

const numberRules = validateBySchema(async () => (await import('#contract/commands.ts')).RequestPhoneCodeBody)
const linkRules = validateBySchema(async () => (await import('#contract/commands.ts')).RequestPhoneLinkCodeBody)

interface PhoneNumberFormProps {
  /** Phone number that the form shows at first. */
  initial?: string
  /** Whether the form also asks for the account's password. */
  withPassword?: true
  /**
   * Requests a code for a number in any usual form.
   * `password` is used if the form asks for it.
   */
  send(phone: string, password: string): Promise<void>
  failure: unknown
  /** Button beside the form's own button. */
  beside?: ReactNode
}

/**
 * Form for the phone number to which a code is sent.
 * It accepts any notation.
 */
export function PhoneNumberForm({ initial = '', withPassword, send, failure, beside }: PhoneNumberFormProps) {
  const form = useForm({
    initialValues: { phone: initial, password: '' },
    validate: withPassword ? linkRules : numberRules,
    validateInputOnBlur: true,
  })
  const formRef = useRestoredInput(form)
  const submit = form.onSubmit(
    ({ phone, password }) => send(phone.trim(), password),
    (errors) => form.getInputNode(errors.phone ? 'phone' : 'password')?.focus(),
  )
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t`Phone number`}
          type="tel"
          size="md"
          autoComplete="tel"
          {...form.getInputProps('phone')}
          key={form.key('phone')}
        />
        {withPassword && (
          <PasswordField
            label={t`Your password`}
            description={t`We ask because you can then sign in with this number.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="current-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
        )}
        {Boolean(failure) && <FormErrorAlert failure={failure} text={t`The code could not be sent`} />}
        <Button type="submit" size="md" fullWidth disabled={form.submitting}>
          {form.submitting ? t`Sending...` : t`Send code`}
        </Button>
        {beside}
      </Stack>
    </form>
  )
}

/** Input for a six-digit code, which phones fill in from the SMS. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label={t`Code from the SMS`}
      size="md"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      {...props}
    />
  )
}

/**
 * Tells the user that a code was sent by SMS.
 * With `ifKnown`, the text does not reveal whether the number has an account.
 */
export function CodeSentNotice({ phone, ifKnown }: { phone: string; ifKnown?: true }) {
  return (
    <p className={classes.notice} role="status">
      {ifKnown ? (
        <Trans>
          If <strong>{phone}</strong> has an account, we have sent a code to it by SMS. It is valid for 10 minutes.
        </Trans>
      ) : (
        <Trans>
          We have sent a code to <strong>{phone}</strong> by SMS. It is valid for 10 minutes.
        </Trans>
      )}
    </p>
  )
}

const RESEND_PAUSE_MS = 30_000

/**
 * Resends a link or code.
 * Each sending disables the button for a pause.
 */
export function ResendButton({ busy, again }: { busy: boolean; again(): Promise<void> }) {
  const [since, setSince] = useState(Date.now)
  const left = Math.ceil((since + RESEND_PAUSE_MS - useNow(1_000)) / 1_000)

  async function sendAgain() {
    await again()
    setSince(Date.now())
  }

  return (
    <Button variant="default" size="md" fullWidth onClick={sendAgain} disabled={busy || left > 0}>
      {left > 0 ? t`Send again in ${withUnit(Math.min(left, RESEND_PAUSE_MS / 1_000), 's')}` : t`Send again`}
    </Button>
  )
}

interface ResendOptionsProps {
  busy: boolean
  /** Error of the last attempt to send the code again. */
  failure: unknown
  again(): Promise<void>
  /** Called when the user wants to enter another phone number. */
  other(): void
}

/** Buttons that send the code again or choose another number. */
export function ResendOptions({ busy, failure, again, other }: ResendOptionsProps) {
  return (
    <>
      {Boolean(failure) && <FormErrorAlert failure={failure} text={t`The code could not be sent`} />}
      <ResendButton busy={busy} again={again} />
      <Button variant="transparent" color="var(--ws-text)" size="md" fullWidth onClick={other}>
        <Trans>Use another number</Trans>
      </Button>
    </>
  )
}

/** Phone number endpoints: linking, claiming an account, resetting a password. */
export const {
  useRequestPhoneCodeMutation,
  useLinkPhoneMutation,
  useUnlinkPhoneMutation,
  useRequestClaimCodeMutation,
  useClaimByPhoneMutation,
  useRequestResetCodeMutation,
  useResetByPhoneMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    requestPhoneCode: build.mutation({ ...defineCommand('requestPhoneCode'), ...keepSessionOptions }),
    linkPhone: build.mutation(defineCommand('linkPhone')),
    unlinkPhone: build.mutation(defineCommand('unlinkPhone')),
    requestClaimCode: build.mutation({ ...defineCommand('requestClaimCode'), ...keepSessionOptions }),
    claimByPhone: build.mutation({ ...defineCommand('claimByPhone'), ...keepSessionOptions }),
    requestResetCode: build.mutation({ ...defineCommand('requestResetCode'), ...keepSessionOptions }),
    resetByPhone: build.mutation({ ...defineCommand('resetByPhone'), ...keepSessionOptions }),
  }),
})
