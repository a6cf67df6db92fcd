/** Pushes over the Web Push protocol: encrypted for the browser (RFC 8291), signed for its push service (RFC 8292). */
import { hash } from 'node:crypto'
import { type RequestOptions, request } from 'node:https'
import { createPatience } from './patience.ts'
import { isPublicEndpoint, publicLookup } from './public-address.ts'
import type { Push, PushOutcome, PushTarget, PushText } from './push.ts'
import type { VapidKeys } from './vapid.ts'

const TIMEOUT_MS = 5_000
/** A browser that is off for longer need not be told any more: its app shows it. */
const TTL_SECONDS = 24 * 60 * 60

/** Which addresses may be sent to, and how they are connected to. */
export interface Reach {
  mayReach(endpoint: string): boolean
  connection: Pick<RequestOptions, 'lookup' | 'ca'>
}

interface Options {
  keys: VapidKeys
  /** Whom a push service may turn to: the https address of the web app, or a mailto: one. */
  subject: string
  /** A test has its own. */
  reach?: Reach
  timeoutMs?: number
  now?: () => number
}

const publicReach: Reach = { mayReach: isPublicEndpoint, connection: { lookup: publicLookup } }

export function openWebPush(options: Options): Push {
  const { keys, subject, reach = publicReach, timeoutMs = TIMEOUT_MS, now = Date.now } = options
  const { mayReach, connection } = reach
  const patience = createPatience(now)
  return {
    publicKey: keys.publicKey,
    mayReach,
    async send(target, text) {
      if (!mayReach(target.endpoint)) return 'refused'
      const made = await detailsOf(target, text, { subject, ...keys })
      if (!made) return 'refused'
      const { origin } = new URL(target.endpoint)
      // It was asked for, and a job that is tried again meanwhile does not ask for it once more.
      if (patience.isAskedBy(origin)) return 'later'
      try {
        const { status, retryAfter } = await answerOf(made, {
          ...connection,
          signal: AbortSignal.timeout(timeoutMs),
        })
        const outcome = outcomeOf(status)
        if (outcome === 'later') patience.askedBy(origin, retryAfter)
        return outcome
      } catch {
        // Whatever kept the service from answering: it is worth another try.
        return 'later'
      }
    },
  }
}

type Made = ReturnType<typeof import('web-push').generateRequestDetails>

/** Undefined where the browser's keys are none: nothing can be encrypted for it. What encrypts is loaded for the first push: no board needs it. */
async function detailsOf(
  { endpoint, keys }: PushTarget,
  text: PushText,
  vapidDetails: Vapid,
): Promise<Made | undefined> {
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
type Vapid = VapidKeys & { subject: string }

/** Of several with the same topic a push service keeps the last; at most 32 letters of base64url. */
const topicOf = (tag: string) => hash('sha256', tag, 'base64url').slice(0, 32)

interface Answer {
  status: number
  retryAfter: string | undefined
}

/** What the service answers; nothing of its text is read, and no redirection is followed. */
function answerOf({ endpoint, method, headers, body }: Made, options: RequestOptions): Promise<Answer> {
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
