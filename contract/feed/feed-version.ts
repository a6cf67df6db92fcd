/**
 * Version of the feed's protocol.
 * It has a file of its own, so that the first screen loads without the schemas.
 */
export const FEED_VERSION = 3
