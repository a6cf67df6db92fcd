/** Answers picture reads by hash, scaled to the requested width. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { createKeyedMutex } from '#platform/keyed-mutex.ts'
import type { PictureStore } from '#platform/pictures/pictures.ts'

export function createPictureReadHandlers(pictures: Pick<PictureStore, 'get'>): ReadHandlers {
  // Pictures are scaled one at a time.
  // Each person has only one picture in the queue.
  const inTurn = createKeyedMutex(Infinity)
  return {
    async picture({ params: { id }, query: { width }, principal: { userId } }) {
      const content = await inTurn(userId, () => pictures.get(id, width))
      if (!content) return reject('not-found', msg`There is no such picture.`)
      const etag = width === undefined ? id : `${id}-${width}`
      return { type: 'image/jpeg', name: `picture-${id.slice(0, 8)}.jpg`, content, inline: true, etag }
    },
  }
}
