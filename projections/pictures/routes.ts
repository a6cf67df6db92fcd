/** Answers picture reads by hash, scaled to the requested width. */

import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { createConcurrencyLimit, runWithinLimit } from '#platform/http/concurrency-limit.ts'
import { createKeyedMutex } from '#platform/keyed-mutex.ts'
import type { PictureStore } from '#platform/pictures/pictures.ts'

/**
 * Maximum number of waiting picture reads, in total and per person.
 * A screen shows at most some hundreds of pictures.
 */
const MAX_WAITING = { all: 5_000, ofOne: 1_000 }
const TOO_MANY = msg`Too many pictures at once. Please try again in a few seconds.`

export function createPictureReadHandlers(pictures: Pick<PictureStore, 'get'>): ReadHandlers {
  // Pictures are scaled one at a time.
  // Each person has only one picture in the queue, and so has each network.
  const [inTurnOfPerson, inTurnOfNetwork] = [createKeyedMutex(Infinity), createKeyedMutex(Infinity)]
  const enter = createConcurrencyLimit(MAX_WAITING, { ofOne: TOO_MANY, all: TOO_MANY })
  return {
    async picture({ params: { id }, query: { width }, principal: { userId }, address, hasLeft }) {
      // Pictures of clients that have gone would delay others.
      const read = async () => (hasLeft() ? undefined : pictures.get(id, width))
      const content = await runWithinLimit(enter, userId, () =>
        inTurnOfPerson(userId, () => inTurnOfNetwork(address, read)),
      )
      if (content && isRejection(content)) return content
      if (!content) return reject('not-found', msg`There is no such picture.`)
      const etag = width === undefined ? id : `${id}-${width}`
      return { type: 'image/jpeg', name: `picture-${id.slice(0, 8)}.jpg`, content, inline: true, etag }
    },
  }
}
