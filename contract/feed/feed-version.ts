/** The version of the feed's wire. Apart from its schemas, which no first screen should wait for. */
export const FEED_VERSION = 3
