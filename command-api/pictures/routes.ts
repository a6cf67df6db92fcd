/**
 * HTTP handler of picture uploads.
 * A picture that no command names within a day is deleted.
 */

import { isRejection } from '#contract/http/problems.ts'
import { pictureUrlOf } from '#contract/pictures/pictures.ts'
import type { Handlers } from '#platform/http/api.ts'
import { NO_QUOTA, type PersonQuota } from '#platform/limiters.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** `countPicture` counts a person's pictures, and returns a rejection above the limit. */
export function createPictureHandlers(
  { pictures }: Pick<Kernel, 'pictures'>,
  countPicture: PersonQuota = NO_QUOTA,
): Handlers {
  return {
    async uploadPicture({ upload, principal }) {
      const tooMany = await countPicture(principal.userId)
      if (tooMany) return tooMany
      const taken = await pictures.take(upload.path, principal.userId)
      if (isRejection(taken)) return taken
      const { hash, width, height } = taken
      return { picture: hash, url: pictureUrlOf(hash), width, height }
    },
  }
}
