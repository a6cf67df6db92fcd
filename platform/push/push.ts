/** Push port: sends a short text to one browser. */

/** Push address of a browser and its encryption keys. */
export interface PushTarget {
  /**
   * URL at the push service.
   * It is secret, since it identifies the browser.
   */
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Notification that the browser shows. */
export interface PushMessage {
  title: string
  message: string
  /**
   * Tag of the notification.
   * A browser shows only one notification per tag, so a newer one replaces the older.
   */
  tag: string
  /** Path in the web app that a click on the notification opens. */
  path: string
}

/**
 * Outcome of sending a web push message:
 * - `taken`: the push service accepted it and delivers it when the browser is online.
 * - `gone`: the browser's subscription is no longer valid.
 * - `refused`: a retry would fail the same way.
 * - `later`: the service is busy, broken, silent or unreachable, or asked for a pause.
 */
export type PushOutcome = 'taken' | 'gone' | 'refused' | 'later'

export interface PushSender {
  /** Our public key in base64url, with which browsers subscribe. */
  readonly publicKey: string
  /** Whether pushes may be sent to the endpoint's address. */
  mayReach(endpoint: string): boolean
  /**
   * Sends a push within five seconds.
   * Never rejects for failures of the service.
   */
  send(target: PushTarget, text: PushMessage): Promise<PushOutcome>
}
