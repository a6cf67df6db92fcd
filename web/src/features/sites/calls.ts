/** API endpoints of dumping sites: composition by day, and its update. */

import { t } from '@lingui/core/macro'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Site } from '#contract/views.ts'
import { api, commandFailureReasonOf, type RequestFailure } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    updateComposition: build.mutation(defineCommand('updateComposition')),
    compositionDays: build.query(defineQuery('compositionDays')),
  }),
})

export const { useUpdateCompositionMutation, useCompositionDaysQuery, useLazyCompositionDaysQuery } = calls

interface SiteForm {
  site: Site
  /** Text of the toast after the composition was saved. */
  saved?: string
  /** Called after the composition was saved, to close the dialog. */
  close(): void
  setBusy(busy: boolean): void
}

/**
 * Returns a function that saves a site's composition and shows the result.
 * All composition forms use it.
 */
export function useSiteUpdate({ site, saved = t`Waste composition updated successfully`, close, setBusy }: SiteForm) {
  const { pending, failure, send } = useCommand('sites')
  const [update] = useUpdateCompositionMutation()

  /**
   * Sends the composition to the server.
   * If the server refuses it, calls `blame` with an error message per field.
   */
  async function save(body: BodyInputOf<'updateComposition'>, blame: (errors: Record<string, string>) => void) {
    setBusy(true)
    try {
      const done = await send({ site: site.id, ...body }, (key) => update({ id: site.id, body, key }).unwrap())
      if (!done) return
      showToast('success', t`Success!`, saved)
      close()
    } catch (error) {
      blame((error as RequestFailure).errors ?? {})
      showToast(
        'error',
        t`Update Failed`,
        t`Failed to update waste site: ${{ reason: commandFailureReasonOf(error) || t`Unknown error` }}`,
      )
    } finally {
      setBusy(false)
    }
  }

  return { pending, failure, save }
}
