/** The page on which a resident signs up. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import classes from '#web/features/accounts/accounts.module.css'
import { FormErrorAlert, NewPasswordField, SignInFrame } from '#web/features/accounts/accounts-frame.tsx'
import { useSignUpMutation, useZonesQuery } from '#web/features/accounts/calls.ts'
import { EMPTY_PLACE, farPlaceQuestionOf, isEmptyPlace, type PlaceDraft } from '#web/features/places/place-draft.ts'
import { type RequestFailure, useIdempotentRunner } from '#web/lib/api/api.ts'
import { storeDeviceToken, useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useRestoredInput, useTitle } from '#web/lib/hooks/page.ts'
import { homePathOf } from '#web/pages/screen.ts'
import { ZoneField } from '#web/ui/fields.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { DeferredContent } from '#web/ui/page.tsx'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).SignUpBody)
const FIELDS = ['name', 'email', 'phone', 'zone', 'password'] as const
const EMPTY = { name: '', email: '', phone: '', zone: '', password: '', place: EMPTY_PLACE }

const PLACE_FIELDS = Object.keys(EMPTY_PLACE) as (keyof PlaceDraft)[]
const placeErrors = (errors: Record<string, ReactNode>) =>
  Object.fromEntries(PLACE_FIELDS.map((name) => [name, errors[`place.${name}`]]))

/**
 * Form fields for the bin's place.
 * They load only when opened, because few residents enter the place at sign-up.
 */
const SignUpPlace = lazyWithRetry(async () => (await import('#web/features/places/place-fields.tsx')).SignUpBinPlace)

export function SignUp() {
  const { user, signIn } = useSession()
  const [send, { error, isLoading }] = useSignUpMutation()
  const attempt = useIdempotentRunner()
  const [isPlaceOpen, setPlaceOpen] = useState(false)
  const [question, setQuestion] = useState<string>()
  const form = useForm({
    initialValues: EMPTY,
    validate: rules,
    validateInputOnBlur: true,
  })
  const zonesQuery = useZonesQuery()
  const { data: zones = [] } = zonesQuery
  const { setFieldValue } = form
  useEffect(() => {
    if (zones[0]) setFieldValue('zone', (chosen) => chosen || (zones[0] ?? ''))
  }, [zones, setFieldValue])
  const isWaiting = zonesQuery.isUninitialized || zonesQuery.isLoading || (zones.length > 0 && !form.values.zone)
  const formRef = useRestoredInput(form, !isWaiting)
  useTitle(t`Create account`)
  if (user) return <Navigate to={homePathOf(user.role)} replace />

  /**
   * Creates the account.
   * `confirm` accepts a place far outside the zone.
   */
  async function create({ place, ...person }: typeof EMPTY, confirm?: true) {
    const body = { ...person, role: 'resident' as const, ...(!isEmptyPlace(place) && { place: { ...place, confirm } }) }
    try {
      const { user: made, token, device } = await attempt(body, (key) => send({ body, key }).unwrap())
      storeDeviceToken(device)
      signIn({ user: made, token })
    } catch (failure) {
      form.setErrors((failure as RequestFailure).errors ?? {})
      setQuestion(farPlaceQuestionOf(failure))
    }
  }

  function changePlace(part: Partial<PlaceDraft>) {
    setQuestion(undefined)
    for (const [name, value] of Object.entries(part)) form.setFieldValue(`place.${name}`, value)
  }

  const submit = form.onSubmit(
    (values) => create(values),
    (errors) => form.getInputNode(FIELDS.find((field) => errors[field]) ?? 'name')?.focus(),
  )

  return (
    <SignInFrame title={t`Create your account`} lead={t`For residents. It takes a minute and costs nothing.`}>
      {/* Until the app has loaded, the browser submits the form; POST keeps the password out of the URL. */}
      <form ref={formRef} method="post" onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t`Full Name`}
            size="md"
            autoComplete="name"
            {...form.getInputProps('name')}
            key={form.key('name')}
          />
          <TextInput
            label={t`Email Address`}
            type="email"
            size="md"
            autoComplete="email"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <div className={classes.pair}>
            <TextInput
              label={t`Phone Number (optional)`}
              type="tel"
              size="md"
              autoComplete="tel"
              {...form.getInputProps('phone')}
              key={form.key('phone')}
            />
            <ZoneField label={t`Zone/Area`} zones={zones} {...form.getInputProps('zone')} key={form.key('zone')} />
          </div>
          <NewPasswordField {...form.getInputProps('password')} key={form.key('password')} />
          {isPlaceOpen ? (
            <DeferredContent height={360}>
              <SignUpPlace
                draft={form.values.place}
                errors={placeErrors(form.errors)}
                change={changePlace}
                leave={(name) => void form.validateField(`place.${name}`)}
                zone={form.values.zone}
                question={question}
                isBusy={isLoading}
                confirm={() => void create(form.getValues(), true)}
              />
            </DeferredContent>
          ) : (
            <Button
              variant="subtle"
              size="md"
              mih={44}
              px="xs"
              className={classes.unfold}
              leftSection={<IconMapPin size={18} aria-hidden="true" />}
              onClick={() => setPlaceOpen(true)}
            >
              <Trans>Say where your bin is (optional)</Trans>
            </Button>
          )}
          {error && !question && (
            <FormErrorAlert failure={error} text={t`Failed to create account. Please try again.`} keepsText />
          )}
          <Button type="submit" size="md" fullWidth disabled={form.submitting}>
            {form.submitting ? t`Creating account...` : t`Create Account`}
          </Button>
          <p className={classes.small}>
            <Trans>
              By creating an account you agree to the{' '}
              <Anchor component={Link} to="/terms" inherit underline="always">
                Terms of Service
              </Anchor>{' '}
              and the{' '}
              <Anchor component={Link} to="/privacy" inherit underline="always">
                Privacy Policy
              </Anchor>
              .
            </Trans>
          </p>
        </Stack>
      </form>
      <p className={classes.otherwise}>
        <Trans>
          Already have an account?{' '}
          <Anchor component={Link} to="/auth/signin" underline="always">
            Sign in
          </Anchor>
        </Trans>
      </p>
      <p className={classes.otherwise}>
        <Trans>
          You report by phone?{' '}
          <Anchor component={Link} to="/auth/phone" underline="always">
            Use the web too
          </Anchor>
        </Trans>
      </p>
    </SignInFrame>
  )
}
