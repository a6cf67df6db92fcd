/**
 * Saves the configuration.
 * After a conflict, shows another user's changes.
 * Also defines API endpoints of configuration and zones.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { ConfigurationView } from '#contract/views.ts'
import { api, commandFailureReasonOf, type RequestFailure } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { storeCitySettings } from '#web/lib/format/times.ts'
import type { FormFields } from '#web/lib/hooks/forms.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './configuration.module.css'
import {
  type ConfigurationDraft,
  configurationDraftOf,
  isChangedAt,
  listChangedParts,
  mergeConfigurations,
  toConfiguration,
  updateConfigurationZones,
} from './configuration.ts'

interface Conflict {
  /** The server's message about the change that another user saved in the meantime. */
  message: string
  changes: { text: string; alsoMine: boolean }[]
}

export type ConfigurationFormFields = FormFields<ConfigurationDraft>

/**
 * Maximum number of requests for the newer version after a conflict.
 * Several may be needed, because the server's rows lag behind its log.
 * If the error names no settings, it may have another cause, so there are fewer tries.
 */
const NEWER_VERSION_TRIES = { named: 20, unnamed: 3 }
const RETRY_PAUSE_MS = 150

/**
 * Returns a function that saves the configuration.
 * It sends the version that the form loaded, so the server can detect another user's change.
 * After such a change, the form continues from the newer version.
 */
export function useSaveConfiguration(
  loaded: ConfigurationView,
  form: ConfigurationFormFields,
  setBusy: (busy: boolean) => void,
) {
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const { pending, send } = useCommand('zones')
  const [saveConfiguration] = useSaveConfigurationMutation()
  const [load] = useLazyConfigurationQuery()

  const latest = useRoom('configuration').rows[0]
  // Adds newly opened zones to the form and removes closed ones.
  // Typed values stay.
  useEffect(() => {
    const theirs = latest && updateConfigurationZones(base, latest)
    if (!theirs) return
    form.setValues(configurationDraftOf(mergeConfigurations(base, toConfiguration(form.getValues()), theirs)))
    setBase(theirs)
  }, [latest, base, form])

  async function newerThan(version: number, tries: number): Promise<ConfigurationView | null> {
    for (let left = tries; left > 0; left -= 1) {
      const latest = await load().unwrap()
      if (latest.version > version) return latest
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
    }
    return null
  }

  /**
   * Merges the newer configuration that another user has saved into the form.
   * Returns false if there is no newer version: the server then refused for another reason.
   */
  async function takeIn(draft: ConfigurationDraft, { message, errors = {} }: RequestFailure): Promise<boolean> {
    const tries = Object.keys(errors).length > 0 ? NEWER_VERSION_TRIES.named : NEWER_VERSION_TRIES.unnamed
    const theirs = await newerThan(base.version, tries)
    if (!theirs) return false
    const mine = toConfiguration(draft)
    const changes = Object.entries(errors).map(([path, text]) => ({ text, alsoMine: isChangedAt(path, base, mine) }))
    form.setValues(configurationDraftOf(mergeConfigurations(base, mine, theirs)))
    setBase(theirs)
    setConflict({ message, changes })
    return true
  }

  /**
   * Saves the form.
   * Returns whether it was saved.
   */
  async function save(draft: ConfigurationDraft): Promise<boolean> {
    const body = { config: listChangedParts(base, toConfiguration(draft)), version: base.version }
    setBusy(true)
    setFailure(null)
    try {
      const done = await send(body, (key) => saveConfiguration({ body, key }).unwrap())
      if (done) {
        showToast('success', t`Configuration saved successfully`)
        storeCitySettings(done.config.city)
      }
      return Boolean(done)
    } catch (error) {
      const refusal = error as RequestFailure
      // After a conflict with a newer version, the form shows both versions for review.
      // If no newer version can be loaded, it shows the server's error.
      if (refusal.status === 409 && (await takeIn(draft, refusal).catch(() => false))) return false
      setConflict(null)
      setFailure(refusal)
      showToast('error', t`Failed to save configuration`, commandFailureReasonOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  const unsaved = Object.keys(listChangedParts(base, toConfiguration(form.getValues()))).length > 0
  return { pending, failure, conflict, unsaved, save }
}

/** Lists another user's changes, to review before saving again. */
export function ConflictReview({ conflict: { message, changes } }: { conflict: Conflict }) {
  return (
    <Alert
      color="statusProgress"
      variant="light"
      role="alert"
      title={changes.length === 0 ? message : t`The configuration was changed in the meantime. Please review it.`}
    >
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ text, alsoMine }) => (
            <li key={text}>
              <span>{text}</span>
              {alsoMine && (
                <b>
                  {' '}
                  <Trans>You changed this too. Your value is kept below.</Trans>
                </b>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.hint}>
        <Trans>The fields below now contain the other person’s changes and yours. Nothing is saved yet.</Trans>
      </p>
    </Alert>
  )
}

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    configuration: build.query({
      ...defineQuery('configuration'),
      transformResponse: ({ config }: AnswerOf<'configuration'>) => config,
      // Caches no configuration after the dialog closes, so that a reopened dialog edits the newest version.
      keepUnusedDataFor: 0,
    }),
    saveConfiguration: build.mutation(defineCommand('saveConfiguration')),
    openZone: build.mutation(defineCommand('openZone')),
    changeZone: build.mutation(defineCommand('changeZone')),
    closeZone: build.mutation(defineCommand('closeZone')),
    moveResidents: build.mutation(defineCommand('moveResidents')),
  }),
})

export const {
  useConfigurationQuery,
  useLazyConfigurationQuery,
  useSaveConfigurationMutation,
  useOpenZoneMutation,
  useChangeZoneMutation,
  useCloseZoneMutation,
  useMoveResidentsMutation,
} = calls
