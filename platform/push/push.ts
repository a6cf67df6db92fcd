/** The push port: a short text to one browser, over the push service that the browser's maker runs. */

/** Where a browser takes pushes, and the keys that only it can read them with. */
export interface PushTarget {
  /** An address of the push service; secret, since whoever has it knows the browser. */
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** What the browser is to show. */
export interface PushText {
  title: string
  message: string
  /** Of several with the same tag a browser shows one. */
  tag: string
  /** Where a click leads, as a path of the web app. */
  path: string
}

/**
 * - `taken`: the push service has it, and hands it to the browser when that is there.
 * - `gone`: the browser does not take pushes here any more.
 * - `refused`: it will not be taken however often it is sent.
 * - `later`: the service is busy, broken, silent or out of reach, or has asked to be left alone until later.
 */
export type PushOutcome = 'taken' | 'gone' | 'refused' | 'later'

export interface Push {
  /** What browsers subscribe with: our public key, base64url. */
  readonly publicKey: string
  /** Whether it is an address that may be sent to at all. */
  mayReach(endpoint: string): boolean
  /** Never rejects for what the other side does, and takes five seconds at most. */
  send(target: PushTarget, text: PushText): Promise<PushOutcome>
}
