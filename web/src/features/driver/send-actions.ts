/** Sends a driver's stored actions through calls of the API. */

import { t } from '@lingui/core/macro'
import { CLOCK_TOLERANCE_MS } from '#domain/plausible-limits.ts'
import type { RequestFailure } from '#web/lib/api/api.ts'
import { formatDuration } from '#web/lib/format/times.ts'
import { actionEntries, readStoredPhoto, replaceStopId } from '#web/lib/outbox/action-store.ts'
import type { SendResult } from '#web/lib/outbox/outbox.ts'
import {
  isOutcome,
  isPhoto,
  type OutcomeAction,
  type PhotoAction,
  type StoredAction,
} from '#web/lib/outbox/stored-action.ts'
import type { DriverActionCalls } from './calls.ts'

/** Shows a message to the driver. */
export type MessageDisplay = (kind: 'info' | 'warning', title: string, detail?: string) => void

/** Returns the function with which the outbox sends a driver's actions. */
export function createDriverActionSender(call: DriverActionCalls, say: MessageDisplay) {
  /** Sends outcomes in one request, or singly if the server refuses it. */
  async function sendOutcomes(outcomes: readonly (OutcomeAction | PhotoAction)[]): Promise<readonly SendResult[]> {
    try {
      return await sendTogether(outcomes)
    } catch (failure) {
      if (outcomes.length === 1 || (failure as RequestFailure).status !== 400) throw failure
      const results: SendResult[] = []
      for (const outcome of outcomes) results.push(...(await sendTogether([outcome]).catch(failed)))
      return results
    }
  }

  async function sendTogether(outcomes: readonly (OutcomeAction | PhotoAction)[]): Promise<SendResult[]> {
    const began = Date.now()
    const { now, results } = await call.serveStops({
      sentAt: new Date(began).toISOString(),
      outcomes: outcomes.map(({ key, did: { stopId, said } }) => ({ key, stopId, said })),
    })
    sayClock(began - Date.parse(now), say)
    for (const [n, { stop, byOthers, isLate, message, errors }] of results.entries()) {
      const outcome = outcomes[n]
      if (!outcome) continue
      const { key, userId, did } = outcome
      if (errors?.at) await actionEntries.update(key, { hasWrongTime: true })
      if (!stop) continue
      if (byOthers || isLate) say('info', message)
      if (stop.stopId === did.stopId) continue
      await actionEntries.update(key, { renamedTo: stop.stopId })
      await replaceStopId(userId, did.stopId, stop.stopId)
    }
    return results.map(({ status, message, position }) =>
      position === undefined ? { failure: { status, message } } : { sentAs: position },
    )
  }

  async function sendPhoto(photo: PhotoAction): Promise<readonly SendResult[]> {
    const { key, did } = photo
    if (did.said.picture) return sendPicture(photo)
    const picture = await readStoredPhoto(key)
    // The phone no longer has the photo, so the outcome stays unchanged.
    if (!picture) return [{ sentAs: '0' }]
    const said = { ...did.said, picture: await call.uploadPicture(picture) }
    await actionEntries.update(key, { did: { ...did, said }, uploads: uploadsOf(photo) + 1 })
    return ['in part']
  }

  /**
   * Sends a stop's outcome again, now with the picture that was uploaded.
   * If the server no longer has the picture, the next attempt uploads it again.
   * After several uploads, the server probably lacks the report, for example after a restore.
   * The photo then counts as refused, so that it does not block later photos.
   */
  async function sendPicture(photo: PhotoAction): Promise<readonly SendResult[]> {
    const results = await sendOutcomes([photo])
    const [result] = results
    if (typeof result !== 'object' || !('failure' in result) || result.failure.status !== 404) return results
    if (uploadsOf(photo) >= MAX_UPLOADS) return results
    const { picture: _, ...said } = photo.did.said
    await actionEntries.update(photo.key, { did: { ...photo.did, said } })
    return [{ failure: { status: 0, message: '' } }]
  }

  async function send(actions: readonly StoredAction[]): Promise<readonly SendResult[]> {
    const [first] = actions
    if (!first) return []
    const { did, key } = first
    if (isOutcome(first)) return sendOutcomes(actions.filter(isOutcome))
    if (isPhoto(first)) return sendPhoto(first)
    if (did.kind === 'place') return [{ sentAs: await call.placeBin(did, key) }]
    return did.kind === 'step' ? [{ sentAs: await call.takeStep(did, key) }] : []
  }

  return send
}

const failed = (failure: RequestFailure): SendResult[] => [{ failure }]

/**
 * Maximum number of uploads of a photo.
 * The server deletes an unused upload after a day.
 */
const MAX_UPLOADS = 3
const uploadsOf = ({ uploads = 0 }: PhotoAction): number => uploads

/**
 * Tells the driver that the phone's clock is wrong.
 * The server has corrected the recorded times.
 */
function sayClock(wrongBy: number, say: MessageDisplay): void {
  if (Math.abs(wrongBy) <= CLOCK_TOLERANCE_MS) return
  const by = formatDuration(Math.abs(wrongBy))
  const title = wrongBy > 0 ? t`The clock of this phone is ${by} ahead` : t`The clock of this phone is ${by} behind`
  say('warning', title, t`We corrected the times of your stops.`)
}
