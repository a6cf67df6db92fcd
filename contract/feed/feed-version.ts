/**
 * Version of the feed's protocol.
 * It is separate from the schemas, so that the first screen loads without them.
 */
export const FEED_VERSION = 3
