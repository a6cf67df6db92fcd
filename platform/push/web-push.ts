/** Sends encrypted pushes to the browser (RFC 8291), signed for its service (RFC 8292). */

import { hash } from 'node:crypto'
import { type RequestOptions, request } from 'node:https'
import { LRUCache } from 'lru-cache'
import type { Vault } from '../vault/vault.ts'
import { isPublicEndpoint, lookUpPublicAddress } from './public-address.ts'
import type { PushMessage, PushOutcome, PushSender, PushTarget } from './push.ts'
import { deriveVapidKeys, PUSH_KEY_NAME, type VapidKeys } from './vapid.ts'

/**
 * Longest pause that a push service can ask for, in ms.
 * Pushes delayed longer are useless.
 */
const MAX_RETRY_AFTER_MS = 60 * 60_000
const TIMEOUT_MS = 5_000
/**
 * Time limit in ms of a service that answered its last push within it.
 * Slower services could otherwise occupy all places of the job queue.
 */
const FAST_TIMEOUT_MS = 1_500
/**
 * Lifetime of a push at the service, in s.
 * After longer absences the app itself shows the news.
 */
const TTL_SECONDS = 24 * 60 * 60

/** Contact, which push services require, for installations without an https address. */
const DEFAULT_CONTACT = 'mailto:no-reply@wastesense.example'

/** Endpoints that the sender may contact, and connection options. */
export interface PushAccessOptions {
  mayReach(endpoint: string): boolean
  connection: Pick<RequestOptions, 'lookup' | 'ca'>
}

interface WebPushOptions {
  keys: VapidKeys
  /** Contact for the push service: the app's https address, or a mailto: address. */
  subject: string
  /**
   * Push endpoints that the server may reach: by default only public ones.
   * Tests allow others.
   */
  reach?: PushAccessOptions
  timeoutMs?: number
  now?: () => number
}

const publicReach: PushAccessOptions = { mayReach: isPublicEndpoint, connection: { lookup: lookUpPublicAddress } }

/** Opens the sender of web push messages with the given keys. */
export function openWebPush(options: WebPushOptions): PushSender {
  const { keys, subject, reach = publicReach, timeoutMs = TIMEOUT_MS, now = Date.now } = options
  const { mayReach, connection } = reach
  const patience = createRetryAfter(now)
  const trial = createTrialLimit()
  return {
    publicKey: keys.publicKey,
    mayReach,
    async send(target, text) {
      if (!mayReach(target.endpoint)) return 'refused'
      const made = await detailsOf(target, text, { subject, ...keys })
      if (!made) return 'refused'
      const { origin } = new URL(target.endpoint)
      // The push service asked for a pause, or did not answer its trial.
      // Until the pause's end, retried jobs send nothing to the service.
      if (patience.isAskedBy(origin)) return 'later'
      const started = trial.enter(origin)
      if (!started) return 'later'
      const { isTrial, leave } = started
      const signal = AbortSignal.timeout(isTrial ? timeoutMs : Math.min(timeoutMs, FAST_TIMEOUT_MS))
      const began = now()
      try {
        const { status, retryAfter } = await answerOf(made, { ...connection, signal })
        leave(now() - began < FAST_TIMEOUT_MS ? 'fast' : 'slow')
        const outcome = outcomeOf(status)
        if (outcome === 'later') patience.askedBy(origin, retryAfter)
        return outcome
      } catch {
        // The service did not answer, so a retry is useful.
        leave('slow')
        if (isTrial && signal.aborted) patience.askedBy(origin, `${SILENCE_PAUSE_SECONDS}`)
        return 'later'
      }
    },
  }
}

/**
 * Maximum number of requests on trial at once, to all services together.
 * A service is on trial until it has answered a push fast.
 * Anyone can register an endpoint that never answers.
 * Without this limit, pushes to such endpoints would use up all places of the job queue.
 */
const TRIALS_AT_ONCE = 2
/**
 * Pause after a trial that ran into the time limit, in s.
 * Without it, a few endpoints that never answer would occupy all trials.
 * After a restart every service is on trial, so all pushes would wait.
 */
const SILENCE_PAUSE_SECONDS = 5 * 60
/**
 * Maximum number of push services to remember.
 * Browsers use only a handful of services.
 */
const MAX_KNOWN_SERVICES = 1_000

/**
 * Limits concurrent trial requests to push services.
 * A request is a trial if the service is new or did not answer its last push fast.
 */
function createTrialLimit() {
  const fast = new LRUCache<string, true>({ max: MAX_KNOWN_SERVICES })
  let trials = 0
  return {
    /**
     * Starts a request to a push service.
     * Returns whether it is a trial, and a function to call when the request ends.
     * Returns undefined if too many trials are running.
     */
    enter(service: string): { isTrial: boolean; leave(end: 'fast' | 'slow'): void } | undefined {
      const isTrial = !fast.has(service)
      if (isTrial && trials >= TRIALS_AT_ONCE) return undefined
      if (isTrial) trials++
      const leave = (end: 'fast' | 'slow') => {
        if (isTrial) trials--
        if (end === 'fast') fast.set(service, true)
        else fast.delete(service)
      }
      return { isTrial, leave }
    },
  }
}

/**
 * Remembers the Retry-After of push services (RFC 9110 10.2.3).
 * Nothing is sent to such a service until then.
 */
function createRetryAfter(now: () => number) {
  const until = new Map<string, number>()
  return {
    isAskedBy(service: string): boolean {
      const left = (until.get(service) ?? 0) - now()
      // A longer pause comes from a clock that was ahead, and has ended.
      return left > 0 && left <= MAX_RETRY_AFTER_MS
    },
    /**
     * Records until when a push service wants no more requests.
     * `retryAfter` has seconds or a date; other values are ignored.
     */
    askedBy(service: string, retryAfter = ''): void {
      const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now()
      for (const [other, time] of until) if (time <= now()) until.delete(other)
      if (ms > 0) until.set(service, now() + Math.min(ms, MAX_RETRY_AFTER_MS))
    },
  }
}

type RequestDetails = ReturnType<typeof import('web-push').generateRequestDetails>
type Vapid = VapidKeys & { subject: string }

/**
 * Returns the encrypted push request; undefined if the browser's keys are invalid.
 * Imports the library web-push on first use, which keeps the start fast.
 */
async function detailsOf(
  { endpoint, keys }: PushTarget,
  text: PushMessage,
  vapidDetails: Vapid,
): Promise<RequestDetails | undefined> {
  const { default: webPush } = await import('web-push')
  try {
    return webPush.generateRequestDetails({ endpoint: new URL(endpoint).href, keys }, JSON.stringify(text), {
      vapidDetails,
      TTL: TTL_SECONDS,
      urgency: 'normal',
      topic: topicOf(text.tag),
      contentEncoding: 'aes128gcm',
    })
  } catch {
    return undefined
  }
}

/**
 * Returns the topic: at most 32 characters of base64url.
 * A push service keeps only the last push per topic.
 */
const topicOf = (tag: string) => hash('sha256', tag, 'base64url').slice(0, 32)

interface Answer {
  status: number
  retryAfter: string | undefined
}

/**
 * Sends the request and returns the status.
 * It reads no body and follows no redirect.
 */
function answerOf({ endpoint, method, headers, body }: RequestDetails, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, { ...options, method, headers, agent: false }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}

/**
 * Opens web push with a key pair derived from a vault key.
 * `publicUrl` is the web app's address.
 */
export async function openPush(
  vault: Pick<Vault, 'installationKey'>,
  publicUrl: string,
  reach?: PushAccessOptions,
): Promise<PushSender> {
  const keys = deriveVapidKeys(await vault.installationKey(PUSH_KEY_NAME))
  return openWebPush({ keys, subject: publicUrl.startsWith('https://') ? publicUrl : DEFAULT_CONTACT, reach })
}
