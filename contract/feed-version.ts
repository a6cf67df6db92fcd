/** The version of the feed's wire. Apart from its schemas, which no first screen should wait for. */
export const FEED_VERSION = 2

/** What a client says when it connects. One of another version is refused, and fetches until it is reloaded. */
export interface Handshake {
  token: string
  version: number
}
