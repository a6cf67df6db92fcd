/**
 * Form fields for a bin's place: landmark, digital address, Plus Code, pin.
 * The pin comes from a map or this device's position.
 * Profile and sign-up share fields and endpoints.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconCurrentLocation, IconMap, IconX } from '@tabler/icons-react'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { Coordinates } from '#domain/zones.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { formatCoordinates, roundedPoint } from '#web/lib/format/bins.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { PinMap } from '#web/ui/map/pin-map.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { formatDigitalAddress, type PlaceDraft, pinCoordinatesOf } from './place-draft.ts'
import classes from './places.module.css'

const calls = api.enhanceEndpoints({ addTagTypes: ['OwnBin'] }).injectEndpoints({
  endpoints: (build) => ({
    ownBin: build.query({
      ...defineQuery('ownBin'),
      providesTags: ['OwnBin'],
      transformResponse: ({ bin }: AnswerOf<'ownBin'>) => bin,
    }),
    placeBin: build.mutation({
      ...defineCommand('placeBin'),
      // Caches the bin's location from the response, because a new request could return an older one.
      async onQueryStarted(_place, { dispatch, queryFulfilled }): Promise<void> {
        // Ignores the error, because the form that sent the request shows it.
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(calls.util.updateQueryData('ownBin', undefined, () => answer.data.bin))
      },
    }),
    zoneCentres: build.query({
      ...defineQuery('zones'),
      transformResponse: ({ centres }: AnswerOf<'zones'>) => centres,
    }),
  }),
})

export const { useOwnBinQuery, usePlaceBinMutation, useZoneCentresQuery } = calls

type TypedField = 'landmark' | 'digitalAddress' | 'plusCode'

interface PlaceFieldsProps {
  draft: PlaceDraft
  errors: Partial<Record<keyof PlaceDraft, ReactNode>>
  /** Changes fields of the bin's place and clears their errors. */
  change(part: Partial<PlaceDraft>): void
  /** Checks the field that has just lost the focus. */
  leave(name: TypedField): void
  /** Zone that the map shows at first. */
  zone: string | undefined
}

/**
 * Order of a form field's parts.
 * The hint is below the input, so neighbouring inputs align.
 */
const FIELD_PART_ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export function PlaceFields({ draft, errors, change, leave, zone }: PlaceFieldsProps) {
  const field = (name: TypedField, tidy = (typed: string) => typed) => ({
    ...({ size: 'md', inputWrapperOrder: FIELD_PART_ORDER, autoComplete: 'off', spellCheck: false } as const),
    ...{ value: draft[name], error: errors[name] },
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => change({ [name]: value }),
    onBlur() {
      const typed = draft[name]
      if (tidy(typed) !== typed) change({ [name]: tidy(typed) })
      leave(name)
    },
  })
  const movePin = (pin: Coordinates | undefined) => change({ lat: pin?.lat, lng: pin?.lng })
  return (
    <Stack gap="md">
      <TextInput
        label={t`Landmark (optional)`}
        description={t`Such as: blue gate beside the pharmacy`}
        maxLength={120}
        {...field('landmark')}
      />
      <div className={classes.pair}>
        <TextInput
          label={t`Digital address (optional)`}
          description={t`GhanaPostGPS, such as GA-183-8164`}
          autoCapitalize="characters"
          {...field('digitalAddress', formatDigitalAddress)}
        />
        <TextInput
          label={t`Plus Code (optional)`}
          description={t`From Google Maps, such as J6X8+2V`}
          autoCapitalize="characters"
          {...field('plusCode')}
        />
      </div>
      <PinField zone={zone} pin={pinCoordinatesOf(draft)} movePin={movePin} error={errors.lat ?? errors.lng} />
    </Stack>
  )
}

interface PinFieldProps {
  zone: string | undefined
  pin: Coordinates | undefined
  movePin(pin: Coordinates | undefined): void
  error?: ReactNode
}

/** Sets the pin at this device's position, or on an optional map. */
function PinField({ zone, pin, movePin, error }: PinFieldProps) {
  const [isMapOpen, setMapOpen] = useState(pin !== undefined)
  const position = useDevicePosition((place) => {
    movePin(place)
    setMapOpen(true)
  })
  return (
    <div className={classes.pin}>
      <div className={classes.buttons}>
        <Button
          variant="default"
          mih={44}
          leftSection={<IconCurrentLocation size={18} aria-hidden="true" />}
          loading={position.isBusy}
          onClick={position.ask}
        >
          <Trans>Use my location</Trans>
        </Button>
        {!isMapOpen && (
          <Button
            variant="default"
            mih={44}
            leftSection={<IconMap size={18} aria-hidden="true" />}
            onClick={() => setMapOpen(true)}
          >
            <Trans>Put a pin on the map</Trans>
          </Button>
        )}
      </div>
      <p className={classes.hint} role="status">
        {position.note}
      </p>
      {isMapOpen && <PlaceMap zone={zone} pin={pin} movePin={movePin} />}
      {pin && (
        <p className={classes.pinned}>
          <span>
            <Trans>
              Pin at <span className={classes.number}>{formatCoordinates(pin)}</span>
            </Trans>
          </span>
          <Button
            variant="subtle"
            color="gray"
            mih={44}
            leftSection={<IconX size={16} aria-hidden="true" />}
            onClick={() => movePin(undefined)}
          >
            <Trans>Remove the pin</Trans>
          </Button>
        </p>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function PlaceMap({ zone = '', pin, movePin }: PinFieldProps) {
  const { data, error, refetch } = useZoneCentresQuery()
  const near = (data && lookUp(data, zone)) ?? Object.values(data ?? {})[0] ?? pin
  if (error && !near) return <ErrorState message={t`The map could not be loaded.`} retry={() => void refetch()} />
  if (!near) return <Skeleton height={260} />
  return (
    <>
      <p className={classes.hint}>
        <Trans>Move the map until the pin is on your bin.</Trans>
      </p>
      <PinMap title={t`Map with the place of your bin`} at={pin} near={near} choose={movePin} />
    </>
  )
}

interface ConfirmFarPlaceProps {
  /** Question from the server, such as whether a place far outside the zone is right. */
  text: string
  isBusy: boolean
  confirm(): void
}

/** Asks the user to confirm a place far outside the zone. */
export function ConfirmFarPlace({ text, isBusy, confirm }: ConfirmFarPlaceProps) {
  return (
    <div className={classes.question} role="alert">
      <p>{text}</p>
      <Button variant="default" mih={44} loading={isBusy} onClick={confirm}>
        <Trans>Yes, the place is right</Trans>
      </Button>
    </div>
  )
}

interface SignUpPlaceProps extends PlaceFieldsProps {
  /** Server's question about a place far outside the zone, if any. */
  question: string | undefined
  isBusy: boolean
  confirm(): void
}

/** Optional part of the sign-up form in which residents enter the place of their bin. */
export function SignUpBinPlace({ question, isBusy, confirm, ...fields }: SignUpPlaceProps) {
  return (
    <fieldset className={classes.section}>
      <legend>{t`Where is your bin?`}</legend>
      <PlaceFields {...fields} />
      {question && <ConfirmFarPlace text={question} isBusy={isBusy} confirm={confirm} />}
    </fieldset>
  )
}

/** Longest wait for the device's position by satellite, in ms. */
const POSITION_TIMEOUT_MS = 20_000
/**
 * Accuracy in metres.
 * Worse positions need a correction on the map.
 */
const EXACT_M = 30

interface DevicePosition {
  isBusy: boolean
  /** Text about the last request for the position: why it failed, or how accurate the position is. */
  note: string | undefined
  ask(): void
}

/**
 * Returns a function that asks the device for its position once.
 * It passes the position to `found`.
 */
function useDevicePosition(found: (place: Coordinates) => void): DevicePosition {
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<string>()

  function ask() {
    const { geolocation } = navigator
    if (!geolocation) return setNote(positionUnavailableText())
    setBusy(true)
    setNote(undefined)
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setBusy(false)
        setNote(accuracyNote(accuracy))
        found(roundedPoint({ lat: latitude, lng: longitude }))
      },
      ({ code, PERMISSION_DENIED }) => {
        setBusy(false)
        setNote(code === PERMISSION_DENIED ? positionDeniedText() : positionUnavailableText())
      },
      { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS },
    )
  }

  return { isBusy, note, ask }
}

const positionUnavailableText = () => t`Your location is not known. Put the pin on the map instead.`
const positionDeniedText = () =>
  t`This page has no access to your location. Allow it in your browser, or put the pin on the map.`

function accuracyNote(metres: number): string | undefined {
  if (metres <= EXACT_M) return undefined
  const distance = withUnit(formatNumber(Math.round(metres)), 'm')
  return t`The location from your phone is only accurate to ${distance}. Move the map until the pin is right.`
}
